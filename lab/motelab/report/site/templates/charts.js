// Draws a page's charts as they come into view, in the colours of the page's scheme, and shows the part of a page that a
// selection names.
"use strict";
const Charts = (() => {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const paper = matchMedia("print");
  // Light colours by name; light colour -> dark colour.
  const { light, darkened } = JSON.parse(document.getElementById("palette").textContent);
  const config = { displayModeBar: false, responsive: true }; // to drag enlarges, a double click shows all again
  const touched = matchMedia("(pointer: coarse)").matches; // a finger on a chart scrolls the page
  const drawn = new Map(); // element -> figure in light colours, as JSON

  function coloured(json) {
    if (!dark.matches || paper.matches) return JSON.parse(json);
    return JSON.parse(json.replace(/#[0-9a-f]{6}\b/g, (colour) => darkened[colour] ?? colour));
  }
  // Whole numbers beside a logarithmic axis, where plotly writes 2 and 5 alone.
  const powers = [...Array(16).keys()].map((i) => 10 ** (i - 4));
  const ticks = powers.flatMap((power) => [power, 2 * power, 5 * power]);
  const short = (value) =>
    value >= 1e6 ? `${value / 1e6} M` : value >= 1e4 ? `${value / 1e3} k` : Number(value.toPrecision(3)).toLocaleString("en", { maximumSignificantDigits: 3 });
  function labelled(axis) {
    if (axis?.type === "log") Object.assign(axis, { tickmode: "array", tickvals: ticks, ticktext: ticks.map(short) });
  }
  function draw(element, json) {
    drawn.set(element, json);
    const figure = coloured(json);
    labelled(figure.layout.xaxis);
    labelled(figure.layout.yaxis);
    if (touched) figure.layout.dragmode = false;
    if (element.clientWidth < 480) narrow(figure);
    element.style.minHeight = `${figure.layout.height}px`;
    return Plotly.react(element, figure.data, figure.layout, config);
  }
  // Smaller letters on a phone, and names in lines of their own.
  function narrow({ layout }) {
    layout.font.size = 10;
    layout.margin.r = 8;
    const names = layout.yaxis?.categoryarray;
    if (names) Object.assign(layout.yaxis, { tickmode: "array", tickvals: names, ticktext: names.map(broken) });
  }
  const broken = (name) => name.replace(/(.{18}\S*) /g, "$1<br>");
  function redraw() {
    for (const [element, json] of drawn) draw(element, json);
  }
  function own(element) {
    return element.parentElement.querySelector("script.figure")?.textContent;
  }

  const seen = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting || drawn.has(target)) continue;
        seen.unobserve(target);
        draw(target, own(target));
      }
    },
    { rootMargin: "400px" },
  );
  const waiting = [...document.querySelectorAll(".plot")].filter(own);
  for (const element of waiting) {
    element.style.minHeight = `${JSON.parse(own(element)).layout.height}px`;
    seen.observe(element);
  }
  dark.addEventListener("change", redraw);
  addEventListener("beforeprint", () => {
    for (const element of waiting) if (element.offsetParent) draw(element, own(element));
  });
  addEventListener("afterprint", redraw);

  for (const select of document.querySelectorAll("select[data-shows]")) {
    const parts = document.querySelectorAll(`[data-part="${select.dataset.shows}"]`);
    const show = () => {
      for (const part of parts) part.hidden = part.dataset.option !== select.value;
    };
    select.addEventListener("change", show);
    show();
  }
  return { draw, light };
})();
