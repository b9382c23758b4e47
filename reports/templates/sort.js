"use strict";
// Tables sort by a click on a column's title; without scripts they stay in their own order.
for (const table of document.querySelectorAll("table")) {
  const body = table.tBodies[0];
  const heads = [...table.tHead.rows[table.tHead.rows.length - 1].cells];
  const key = (row, column) => row.cells[column].dataset.sort;
  const compare = (a, b) => {
    const x = Number(a), y = Number(b);
    return Number.isNaN(x) || Number.isNaN(y) ? a.localeCompare(b) : x - y;
  };
  heads.forEach((head, column) => {
    if (![...body.rows].some((row) => key(row, column) !== undefined)) return;
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = head.textContent;
    head.replaceChildren(button);
    button.addEventListener("click", () => {
      const first = head.classList.contains("number") ? "descending" : "ascending";
      const other = first === "ascending" ? "descending" : "ascending";
      const order = head.getAttribute("aria-sort") === first ? other : first;
      heads.forEach((cell) => cell.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", order);
      const sign = order === "ascending" ? 1 : -1;
      const known = [...body.rows].filter((row) => key(row, column) !== undefined);
      const unknown = [...body.rows].filter((row) => key(row, column) === undefined);
      known.sort((a, b) => sign * compare(key(a, column), key(b, column)));
      body.append(...known, ...unknown);
    });
  });
}
