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
  // Numbers beside a logarithmic axis: round ones, of which at least four lie between the ends.
  const powers = [...Array(18).keys()].map((i) => 10 ** (i - 6));
  const rounds = [[1], [1, 3], [1, 2, 5], [1, 1.5, 2, 3, 5, 7], [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 9]];
  const short = (value) =>
    value >= 1e6 ? `${Number((value / 1e6).toPrecision(3))} M` : value >= 1e4 ? `${Number((value / 1e3).toPrecision(3))} k` : Number(value.toPrecision(3)).toLocaleString("en", { maximumSignificantDigits: 3 });
  function ticked(low, high) {
    for (const round of rounds) {
      const ticks = powers.flatMap((power) => round.map((step) => step * power));
      if (round === rounds.at(-1) || ticks.filter((tick) => low <= tick && tick <= high).length > 3) return ticks;
    }
  }
  function labelled(axis, values) {
    if (axis?.type !== "log" || axis.tickvals) return;
    const numbers = axis.range?.map((end) => 10 ** end) ?? values.filter((value) => value > 0);
    const ticks = ticked(Math.min(...numbers), Math.max(...numbers));
    Object.assign(axis, { tickmode: "array", tickvals: ticks, ticktext: ticks.map(short) });
  }
  // Of a chart with a series for each board, those that the reader has chosen, and no more height than they need.
  const choosers = [...document.querySelectorAll(".boards-chooser")];
  const isChosen = (board) => choosers.some((one) => one.querySelector(`input[value="${board}"]:checked`));
  function chosen(figure) {
    if (!choosers.length) return;
    figure.data = figure.data.filter((trace) => !trace.meta || isChosen(trace.meta));
    const sizes = figure.layout.meta;
    if (sizes) figure.layout.height = sizes.frame + sizes.rows * (sizes.bar * figure.data.length + sizes.gap);
  }
  function draw(element, json) {
    drawn.set(element, json);
    const figure = coloured(json);
    chosen(figure);
    labelled(figure.layout.xaxis, figure.data.flatMap((trace) => trace.x ?? []));
    labelled(figure.layout.yaxis, figure.data.flatMap((trace) => trace.y ?? []));
    if (touched) figure.layout.dragmode = false;
    if (element.clientWidth < 480) narrow(figure);
    element.style.minHeight = `${figure.layout.height}px`;
    return Plotly.react(element, figure.data, figure.layout, config);
  }
  // Smaller letters on a phone, and names in lines of their own.
  function narrow({ data, layout }) {
    for (const trace of data) if (trace.textfont) trace.textfont.size = 8;
    layout.font.size = 10;
    layout.margin.r = 8;
    const names = layout.yaxis?.categoryarray;
    if (names) Object.assign(layout.yaxis, { tickmode: "array", tickvals: names, ticktext: names.map(broken) });
  }
  const broken = (name) => name.replace(/(.{18}\S*) /g, "$1<br>");
  function redraw() {
    for (const [element, json] of drawn) {
      if (element.offsetParent) draw(element, json);
      else again(element);
    }
  }
  // What is hidden now is drawn when it comes into view.
  function again(element) {
    drawn.delete(element);
    seen.observe(element);
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

  // A part is shown if it is what every selection of its group names.
  for (const select of document.querySelectorAll("select[data-shows]")) {
    const group = select.dataset.shows;
    const parts = [...document.querySelectorAll(`[data-part="${group}"]`)];
    const selects = [...document.querySelectorAll(`select[data-shows="${group}"]`)];
    const nothing = document.querySelector(`[data-nothing="${group}"]`);
    const show = () => {
      for (const part of parts) part.hidden = !selects.every((one) => part.dataset[one.dataset.key ?? "option"] === one.value);
      if (nothing) nothing.hidden = parts.some((part) => !part.hidden);
    };
    select.addEventListener("change", show);
    show();
  }
  for (const chooser of choosers) {
    const boxes = [...chooser.querySelectorAll("input")];
    const show = () => {
      const isFull = boxes.filter((box) => box.checked).length >= Number(chooser.dataset.most);
      for (const box of boxes) box.disabled = isFull && !box.checked;
      for (const panel of document.querySelectorAll(".chart[data-board]")) panel.hidden = !isChosen(panel.dataset.board);
    };
    chooser.addEventListener("change", () => (show(), redraw()));
    show();
  }
  return { draw, light };
})();
