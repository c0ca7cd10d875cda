// The rule by which `./motecurve advise` judges and ranks choices, for the page of advice. A choice is an object with the
// fields of choices.js; a demand has `distance(choice)`, 0 if it is met, and `reason(choice)` if not.
"use strict";
const Ranking = (() => {
  const SECONDS_IN_A_DAY = 86400;
  const DAYS_IN_A_YEAR = 365.25;
  const MILLIJOULES_IN_A_MAH = 3.6e3; // at one volt
  // Figures of the Pareto front, each the better the smaller; their order breaks ties.
  const FRONT = [(c) => c.count, (c) => c.flash_bytes, (c) => c.ram_bytes, (c) => -c.security_bits];

  const shown = (value) => value.toLocaleString("en", { maximumSignificantDigits: 6 });
  const over = (value, limit) => (value > limit ? (value - limit) / limit : 0);

  function most(limit, unit, words, value) {
    return {
      distance: (c) => over(value(c), limit),
      reason: (c) => `${words} ${shown(value(c))} ${unit}, ${shown(value(c) - limit)} above ${shown(limit)}`,
    };
  }
  function least(limit, unit, words, value) {
    return {
      distance: (c) => (value(c) < limit ? (limit - value(c)) / limit : 0),
      reason: (c) => `${words} ${shown(value(c))} ${unit}, ${shown(limit - value(c))} below ${shown(limit)}`,
    };
  }
  function property(holds, reason) {
    return { distance: (c) => (holds(c) ? 0 : 1), reason };
  }

  // Years that the battery lasts if it does this work alone; null without a battery or without energy.
  function lifeYears(choice, wishes) {
    if (!wishes.battery_mah || !wishes.per_day || choice.energy_mj === null) return null;
    const millijoules = wishes.battery_mah * wishes.battery_volts * MILLIJOULES_IN_A_MAH;
    return millijoules / (choice.energy_mj * wishes.per_day) / DAYS_IN_A_YEAR;
  }

  // The demands in the order in which a choice is asked. `board` has the memories of the device.
  function demands(wishes, board, weakBits) {
    const found = [];
    if (!wishes.allow_weak)
      found.push(property((c) => c.level !== "weak", (c) => `${c.curve} is weak: ${c.security_bits} bits, ${weakBits - c.security_bits} below ${weakBits}`));
    if (wishes.security) found.push(least(wishes.security, "bits", "it has", (c) => c.security_bits));
    if (wishes.constant_time)
      found.push(property((c) => c.constant_time || !c.takes_secret, (c) => `the time of ${c.operation} tells the secret`));
    if (wishes.standard)
      found.push(property((c) => c.standards.includes(wishes.standard), (c) => `${c.curve} is of ${c.standards.join(", ")}, not of ${wishes.standard}`));
    if (wishes.field) found.push(property((c) => c.field === wishes.field, (c) => `the field of ${c.curve} is ${c.field}`));
    found.push(most(Math.min(wishes.flash || board.flash_bytes, board.flash_bytes), "B", "flash", (c) => c.flash_bytes));
    found.push(most(Math.min(wishes.ram || board.ram_bytes, board.ram_bytes), "B", "RAM with stack", (c) => c.ram_bytes));
    if (wishes.time) found.push(most(wishes.time, "ms", "it takes", (c) => c.milliseconds));
    if (wishes.per_day)
      found.push(most(SECONDS_IN_A_DAY, "s", "a day's work takes", (c) => (c.milliseconds * wishes.per_day) / 1000));
    if (wishes.energy) found.push(most(wishes.energy, "mJ", "it takes", (c) => c.energy_mj));
    if (wishes.life) found.push(least(wishes.life, "years", "the battery lasts", (c) => lifeYears(c, wishes)));
    return found;
  }

  // A wish that the board's figures cannot answer, or that lacks another; empty if there is none.
  function refusal(wishes, board) {
    if (board.unit === "instructions" && (wishes.time || wishes.per_day))
      return "This board counts instructions, which give no time: leave out time and calls a day.";
    if (!board.has_power && (wishes.energy || wishes.life)) return "This board has no current in its file, so no energy is known.";
    if (wishes.life && !(wishes.battery_mah && wishes.per_day)) return "A life needs a battery and calls a day.";
    return "";
  }

  const figures = (choice) => FRONT.map((figure) => figure(choice));
  const compared = (a, b) => a.map((value, i) => value - b[i]).find((difference) => difference) ?? 0;
  const beats = (a, b) => a.every((value, i) => value <= b[i]) && a.some((value, i) => value < b[i]);
  const named = (choice) => `${choice.curve} ${choice.algorithm}`;

  // `ranked` meet every demand, the fastest first; `front` are those that no other equals or beats in every figure;
  // `excluded` have their reasons, the nearest first.
  function advice(choices, wanted) {
    const judged = choices.map((choice) => {
      const missed = wanted.filter((demand) => demand.distance(choice) > 0);
      const far = missed.reduce((sum, demand) => sum + demand.distance(choice), 0);
      return { choice, own: figures(choice), missed, order: [missed.length, far, ...figures(choice)] };
    });
    const byFigures = (a, b) => compared(a.own, b.own) || (named(a.choice) < named(b.choice) ? -1 : 1);
    const meeting = judged.filter(({ missed }) => !missed.length).sort(byFigures);
    const others = judged.filter(({ missed }) => missed.length).sort((a, b) => compared(a.order, b.order));
    return {
      ranked: meeting.map(({ choice }) => choice),
      front: new Set(meeting.filter(({ own }) => !meeting.some((other) => beats(other.own, own))).map(({ choice }) => choice)),
      excluded: others.map(({ choice, missed }) => [choice, missed.map((demand) => demand.reason(choice))]),
    };
  }
  return { demands, refusal, advice, lifeYears };
})();
