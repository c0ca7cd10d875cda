// Sorts a table by the heading that is pressed, and shows the rows that hold every word typed.
"use strict";
for (const table of document.querySelectorAll("table.sortable")) {
  const heads = [...table.tHead.rows[0].cells];
  const key = (row, column) => {
    const cell = row.cells[column];
    const text = cell?.dataset.value ?? cell?.textContent.trim() ?? "";
    const number = text.replaceAll(",", ""); // thousands stand apart
    return text === "" ? null : isNaN(number) ? text.toLowerCase() : Number(number);
  };
  // Rows without a value stand at the end either way; numbers before words.
  const compare = (a, b, way) => {
    if (a === null || b === null) return (a === null) - (b === null);
    if (typeof a !== typeof b) return typeof a === "number" ? -1 : 1;
    return (a < b ? -1 : a > b ? 1 : 0) * way;
  };
  for (const head of heads) {
    if (head.classList.contains("unsorted")) continue;
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const way = head.getAttribute("aria-sort") === "ascending" ? -1 : 1;
      for (const other of heads) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", way > 0 ? "ascending" : "descending");
      const column = heads.indexOf(head);
      const body = table.tBodies[0];
      const keyed = [...body.rows].map((row) => [key(row, column), row]);
      body.append(...keyed.sort((a, b) => compare(a[0], b[0], way)).map(([, row]) => row));
    });
  }
}
for (const input of document.querySelectorAll("input[data-filters]")) {
  const rows = [...document.getElementById(input.dataset.filters).tBodies[0].rows];
  const texts = rows.map((row) => row.textContent.toLowerCase());
  const count = document.querySelector(`[data-count="${input.dataset.filters}"]`);
  const filter = () => {
    const words = input.value.toLowerCase().split(/\s+/);
    rows.forEach((row, i) => (row.hidden = !words.every((word) => texts[i].includes(word))));
    if (count) count.textContent = `${rows.filter((row) => !row.hidden).length} of ${rows.length} records`;
  };
  input.addEventListener("input", filter);
  filter();
}
