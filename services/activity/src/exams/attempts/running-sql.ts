// Running attempts in SQL: those of a person, and when they end.

/** The running attempts of a person, an expression: few, among all their attempts. Trials are left out. */
export const runningOf = (person: string) =>
  `select id, activity_id, started_at, deadline, paused_at from attempts where person_id = ${person} and state = 'running' and not trial`
/** When `running` ends; null while it is paused, and where neither a limit nor a closing time ends it (`never` of rules.ts). */
export const runningEnds = `case when running.paused_at is null and running.deadline < running.started_at + interval '364 days' then running.deadline end`
/** Whether `running` can still be handed in at a time, an expression: until its own end, which grace puts behind the closing time; while it is paused, without end. */
export const runningAt = (time: string) => `(running.paused_at is not null or running.deadline > ${time})`
