// The page of advice: reads the demands, ranks the choices of choices.js by ranking.js, and shows them.
"use strict";
(() => {
  const form = document.getElementById("demands");
  const BATTERY_VOLTS = 3;
  const { fields, curves, operations, calls } = MOTECURVE;
  const every = MOTECURVE.rows.map((row) => {
    const own = Object.fromEntries(fields.map((name, i) => [name, row[i]]));
    return { ...own, ...curves[own.curve], ...operations[own.operation] };
  });

  const value = (name) => form.elements[name].value;
  function wishes() {
    const number = (name) => Math.max(0, Number(value(name)) || 0);
    return {
      security: number("security"), flash: number("flash"), ram: number("ram"), time: number("time"),
      energy: number("energy"), per_day: number("per-day"), battery_mah: number("battery"),
      battery_volts: BATTERY_VOLTS, life: number("life"), standard: value("standard"), field: value("field"),
      constant_time: form.elements["constant-time"].checked, allow_weak: form.elements["allow-weak"].checked,
    };
  }

  // The command that gives the same advice.
  function command(wished) {
    const words = [`./motecurve advise --board ${value("board")} --op ${value("op")}`];
    if (value("security") !== form.elements.security.defaultValue) words.push(`--security ${wished.security}`);
    for (const name of ["flash", "ram", "time", "energy", "per-day"]) if (value(name)) words.push(`--${name} ${value(name)}`);
    if (wished.battery_mah) words.push(`--battery ${wished.battery_mah}mAh@${BATTERY_VOLTS}V`);
    if (wished.life) words.push(`--life ${wished.life}years`);
    if (wished.standard) words.push(`--standard "${wished.standard}"`);
    if (wished.field) words.push(`--field ${wished.field}`);
    if (!wished.constant_time) words.push("--any-time");
    if (wished.allow_weak) words.push("--allow-weak");
    return words.join(" ");
  }

  // Four digits, or all before the point, thousands apart.
  const figure = (number) =>
    number === null ? "–" : number >= 1000 ? Math.round(number).toLocaleString("en") : String(Number(number.toPrecision(4)));
  const curveOf = (choice) => choice.curve + (choice.level === "weak" ? " (weak)" : "");
  function algorithmOf(choice) {
    const small = choice.profile === "small" ? ", small" : "";
    return `${choice.algorithm}, ${choice.backend === "asm" ? "assembly" : "C"}${small}`;
  }
  function row(cells) {
    const made = document.createElement("tr");
    for (const cell of cells) {
      const is_number = cell === null || typeof cell === "number";
      const place = made.insertCell();
      if (is_number) {
        place.className = "number";
        place.dataset.value = cell ?? "";
      }
      place.textContent = is_number ? figure(cell) : cell;
    }
    return made;
  }
  function ranked(choice, rank, front, wished) {
    return row([
      rank, front.has(choice) ? "◆" : "", curveOf(choice), choice.milliseconds, choice.energy_mj, choice.flash_bytes,
      choice.ram_bytes, choice.stack_bytes, choice.security_bits, choice.level, algorithmOf(choice), choice.cycles,
      choice.constant_time ? "yes" : choice.takes_secret ? "no" : "no, nothing secret", Ranking.lifeYears(choice, wished),
    ]);
  }
  function out(choice, reasons) {
    const { milliseconds, flash_bytes, ram_bytes, security_bits } = choice;
    return row([curveOf(choice), algorithmOf(choice), milliseconds, flash_bytes, ram_bytes, security_bits, reasons.join("; ")]);
  }

  const colours = Charts.light;
  function points(name, choices, colour, symbol, inTime) {
    return {
      type: "scatter", mode: "markers", name, x: choices.map((c) => c.flash_bytes),
      y: choices.map((c) => (inTime ? c.milliseconds : c.count)), hovertemplate: "%{text}<extra></extra>",
      text: choices.map((c) => `<b>${curveOf(c)}</b><br>${algorithmOf(c)}<br>${figure(inTime ? c.milliseconds : c.count)} ${inTime ? "ms" : "instructions"}<br>${figure(c.flash_bytes)} B of flash, ${figure(c.ram_bytes)} B of RAM<br>${c.security_bits} bits: ${c.level}`),
      marker: { color: colour, size: symbol === "diamond" ? 12 : 9, symbol, line: { color: colours.card, width: 1 } },
    };
  }
  function draw(found, unit) {
    const inTime = unit === "cycles";
    const others = found.excluded.map(([choice]) => choice);
    const rest = found.ranked.filter((choice) => !found.front.has(choice));
    const axis = (title, type) => ({ title: { text: title }, type, gridcolor: colours.grid, linecolor: colours.grid, automargin: true, zeroline: false, exponentformat: "SI", tickfont: { color: colours.faint } });
    const layout = {
      height: 440, paper_bgcolor: "rgba(0,0,0,0)", plot_bgcolor: "rgba(0,0,0,0)", margin: { l: 8, r: 16, t: 8, b: 8 },
      font: { family: "system-ui, sans-serif", size: 12, color: colours.ink }, hovermode: "closest",
      xaxis: { ...axis("bytes of flash", "linear"), rangemode: "tozero" },
      yaxis: axis(inTime ? "milliseconds" : "instructions", "log"),
      legend: { orientation: "h", y: 1.02, yanchor: "bottom", x: 0 },
      hoverlabel: { align: "left", bgcolor: colours.card, bordercolor: colours.edge, font: { color: colours.ink } },
    };
    const data = [
      points("misses a demand", others, colours.edge, "x-thin-open", inTime),
      points("meets all", rest, colours.asm, "circle", inTime),
      points("Pareto front", [...found.front], colours.asm, "diamond", inTime),
    ];
    Charts.draw(document.getElementById("picture-plot"), JSON.stringify({ data, layout }));
  }

  function say(found, refused) {
    const all = found.ranked.length + found.excluded.length;
    const [first] = found.ranked;
    const answer = document.getElementById("answer");
    if (refused) answer.textContent = refused;
    else if (!all) answer.textContent = "There are no records of this call on this board.";
    else if (first) answer.textContent = `${found.ranked.length} of ${all} choices meet the demands. First: ${curveOf(first)}, ${algorithmOf(first)}.`;
    else answer.textContent = `No choice meets the demands. The nearest is ${curveOf(found.excluded[0][0])}: ${found.excluded[0][1].join("; ")}.`;
    const levels = new Set(found.ranked.map((choice) => choice.level));
    const warning = document.getElementById("warning");
    warning.hidden = !levels.has("weak") && !levels.has("legacy");
    warning.textContent = levels.has("weak")
      ? "Weak curves are among these choices. They protect nothing that is worth an attack."
      : "Legacy curves are among these choices: only for devices that have them already.";
  }

  function update() {
    const wished = wishes();
    const board = MOTECURVE.boards[value("board")];
    const choices = every.filter((c) => c.board === value("board") && calls[value("op")].includes(c.operation));
    const refused = Ranking.refusal(wished, board);
    const wanted = Ranking.demands(wished, board, MOTECURVE.weak_bits);
    const found = refused ? { ranked: [], front: new Set(), excluded: [] } : Ranking.advice(choices, wanted);
    say(found, refused);
    const body = (id) => document.getElementById(id).tBodies[0];
    body("choices").replaceChildren(...found.ranked.map((choice, i) => ranked(choice, i + 1, found.front, wished)));
    body("others").replaceChildren(...found.excluded.map(([choice, reasons]) => out(choice, reasons)));
    for (const head of document.querySelectorAll("#choices th, #others th")) head.removeAttribute("aria-sort");
    document.getElementById("excluded-count").textContent = found.excluded.length;
    document.getElementById("command").textContent = command(wished);
    draw(found, board.unit);
  }

  // The demands that are not the usual ones are kept behind the address, so that a link leads to the same advice.
  const fieldsOfForm = [...form.elements].filter((field) => field.name);
  function usual(field) {
    if (field.type === "checkbox") return String(field.defaultChecked);
    return field.tagName === "SELECT" ? field.options[0].value : field.defaultValue;
  }
  function remember() {
    const kept = new URLSearchParams();
    for (const field of fieldsOfForm) {
      const now = field.type === "checkbox" ? String(field.checked) : field.value;
      if (now !== usual(field)) kept.set(field.name, now);
    }
    history.replaceState(null, "", `#${kept}`);
  }
  function recall() {
    const kept = new URLSearchParams(location.hash.slice(1));
    for (const field of fieldsOfForm) {
      const wanted = kept.get(field.name) ?? usual(field);
      if (field.type === "checkbox") field.checked = wanted === "true";
      else field.value = wanted;
      if (!field.value) field.value = usual(field); // a select has no such option
    }
  }
  form.addEventListener("input", () => (update(), remember()));
  form.addEventListener("reset", () => setTimeout(() => (update(), remember())));
  form.addEventListener("submit", (event) => event.preventDefault());
  addEventListener("hashchange", () => (recall(), update()));
  recall();
  update();
})();
