// Sorts the table of records by the column that is clicked, and shows the rows that hold every word typed.
const table = document.querySelector("#records table");
const body = table.tBodies[0];
const key = (row, column) => {
  const text = row.cells[column].dataset.value ?? row.cells[column].textContent.trim();
  return text === "" ? Infinity : isNaN(text) ? text : Number(text);
};
for (const head of table.tHead.rows[0].cells) {
  head.addEventListener("click", () => {
    const down = head.getAttribute("aria-sort") === "ascending";
    for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    const order = (a, b) => (a < b ? -1 : a > b ? 1 : 0) * (down ? -1 : 1);
    body.append(...[...body.rows].sort((a, b) => order(key(a, head.cellIndex), key(b, head.cellIndex))));
  });
}
document.querySelector("#records input").addEventListener("input", (event) => {
  const words = event.target.value.toLowerCase().split(/\s+/);
  for (const row of body.rows) row.hidden = !words.every((word) => row.textContent.toLowerCase().includes(word));
});
