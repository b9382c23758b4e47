"use strict";
// Tables sort by a click on a column's title, and long ones have a box that keeps the rows with some words.
// Without scripts they stay whole, in their own order.
const LONG = 20;
const keyOf = (row, column) => {
  const cell = row.cells[column];
  return cell.hasAttribute("data-sort") ? cell.dataset.sort || cell.textContent : undefined;
};
const compare = (a, b) => {
  const x = Number(a), y = Number(b);
  return Number.isNaN(x) || Number.isNaN(y) ? a.localeCompare(b) : x - y;
};

function sortable(table) {
  const body = table.tBodies[0];
  const heads = [...table.tHead.rows[table.tHead.rows.length - 1].cells];
  heads.forEach((head, column) => {
    if (![...body.rows].some((row) => keyOf(row, column) !== undefined)) return;
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
      const rows = [...body.rows].map((row) => [keyOf(row, column), row]);
      const known = rows.filter(([key]) => key !== undefined).sort((a, b) => sign * compare(a[0], b[0]));
      const unknown = rows.filter(([key]) => key === undefined);
      body.append(...[...known, ...unknown].map(([, row]) => row));
    });
  });
}

function filterable(table) {
  const rows = [...table.tBodies[0].rows];
  if (rows.length < LONG) return;
  const spread = (row) => [...row.cells].map((cell) => cell.textContent).join(" ").toLowerCase();
  const words = new Map(rows.map((row) => [row, spread(row)]));
  const line = document.createElement("p"), label = document.createElement("label");
  const box = document.createElement("input"), shown = document.createElement("output");
  line.className = "filter";
  box.type = "search";
  label.append("Rows with", box);
  line.append(label, shown);
  table.closest(".scroll").before(line);
  const keep = () => {
    const wanted = box.value.toLowerCase().split(/\s+/).filter(Boolean);
    const kept = rows.filter((row) => wanted.every((word) => words.get(row).includes(word)));
    const all = new Set(kept);
    rows.forEach((row) => { row.hidden = !all.has(row); });
    shown.textContent = `${kept.length} of ${rows.length}`;
  };
  box.addEventListener("input", keep);
  keep();
}

for (const table of document.querySelectorAll("table")) {
  sortable(table);
  filterable(table);
}

// A link from the contents opens what its figure is folded in.
const unfold = () => {
  const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (let at = target; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
  if (target) target.scrollIntoView();
};
addEventListener("hashchange", unfold);
unfold();
