// Personal times: the times of an activity for one person, from their allowances. Pure.

export type Times = {
  /** Nothing can be opened before it. */
  opens: Date | null
  /** Late after it, and still open. */
  due: Date | null
  /** Closed from it on. */
  closes: Date | null
}
/** The activity's own times; `limit_minutes` from its settings, for types that have a limit. */
export type ActivityTimes = Times & { limit_minutes: number | null }
/** A person's times; `attempts` null: as many as the activity has. */
export type PersonalTimes = ActivityTimes & { attempts: number | null }

/** The times of a module, which bound those of its activities. */
export type ModuleTimes<T = Date> = { published: boolean; starts: T | null; ends: T | null }
type Held<T> = { published: boolean; opens: T | null; due: T | null; closes: T | null }

/**
 * The times in an activity of a module for everybody without own times: it is seen where both are, opens with the later and closes with the
 * earlier of both, and is due when it closes at the latest. heldSql of personal-times.ts is the same.
 */
export function heldBy<T extends Date | number>({ published, opens, due, closes }: Held<T>, module: ModuleTimes<T> | undefined): Held<T> {
  if (!module) return { published, opens, due, closes }
  const { starts, ends } = module
  const sooner = (date: T | null) => (ends !== null && (date === null || ends < date) ? ends : date)
  return {
    published: published && module.published,
    opens: starts !== null && (opens === null || starts > opens) ? starts : opens,
    due: due === null ? null : sooner(due),
    closes: sooner(closes),
  }
}

export type Scope = 'organisation' | 'course' | 'activity'
/** The terms of an allowance: minutes or per cent, attempts, dates. */
export type Terms = Times & { extra_minutes: number | null; extra_percent: number | null; attempts: number | null }
export type Granted = Terms & { scope: Scope }

/** The nearest first: allowances of the activity count before those of the course. */
const nearest: readonly Scope[] = ['activity', 'course', 'organisation']

/** The best value for the person, from the nearest scope that has one. */
function fromNearest<T>(
  allowances: readonly Granted[],
  value: (terms: Granted) => T | null,
  better: (one: T, other: T) => boolean,
): T | null {
  for (const scope of nearest) {
    const values = allowances.flatMap((one) => (one.scope === scope ? (value(one) ?? []) : [])) as T[]
    if (values.length > 0) return values.reduce((best, one) => (better(one, best) ? one : best))
  }
  return null
}
const later = (one: Date, other: Date) => one > other
const earlier = (one: Date, other: Date) => one < other

const minute = 60_000

/**
 * A person's times in an activity. A date of an allowance stands as it is written; without one the activity's due and closing time move by the
 * greatest extra time. Per cent are those of the limit; where there is none, of the time from the opening to the date.
 */
export function timesOf(activity: ActivityTimes, allowances: readonly Granted[]): PersonalTimes {
  const ownDue = fromNearest(allowances, ({ due }) => due, later)
  const ownCloses = fromNearest(allowances, ({ closes }) => closes, later)
  const opens = fromNearest(allowances, ({ opens }) => opens, earlier) ?? activity.opens
  const extra = (of: number) =>
    Math.max(0, ...allowances.map(({ extra_minutes, extra_percent }) => extra_minutes ?? Math.ceil((of * (extra_percent ?? 0)) / 100)))
  const limit = activity.limit_minutes
  const moved = (date: Date | null) => {
    if (!date) return null
    const span = limit ?? (activity.opens ? (date.getTime() - activity.opens.getTime()) / minute : 0)
    return new Date(date.getTime() + extra(span) * minute)
  }
  const closes = ownCloses ?? moved(activity.closes)
  const due = ownDue ?? moved(activity.due)
  return {
    opens,
    // who may hand in until a date is not late before it, and who may be in time is not shut out
    due: !ownDue && due && ownCloses && due > ownCloses ? ownCloses : due,
    closes: !ownCloses && closes && ownDue && ownDue > closes ? ownDue : closes,
    limit_minutes: limit === null ? null : limit + extra(limit),
    attempts: fromNearest(
      allowances,
      ({ attempts }) => attempts,
      (one, other) => one > other,
    ),
  }
}

const same = (one: Date | null, other: Date | null) => one?.getTime() === other?.getTime()

/** The stored times of a person: those that differ from the activity's. */
export const exceptions = (activity: ActivityTimes, personal: PersonalTimes): PersonalTimes => ({
  opens: same(personal.opens, activity.opens) ? null : personal.opens,
  due: same(personal.due, activity.due) ? null : personal.due,
  closes: same(personal.closes, activity.closes) ? null : personal.closes,
  limit_minutes: personal.limit_minutes === activity.limit_minutes ? null : personal.limit_minutes,
  attempts: personal.attempts,
})

/** Whether times take something away that the ones before gave: grants decided by those end. */
export const narrows = (before: Omit<Times, 'due'>, after: Omit<Times, 'due'>): boolean =>
  (after.opens?.getTime() ?? Number.NEGATIVE_INFINITY) > (before.opens?.getTime() ?? Number.NEGATIVE_INFINITY) ||
  (after.closes?.getTime() ?? Number.POSITIVE_INFINITY) < (before.closes?.getTime() ?? Number.POSITIVE_INFINITY)

/** Whether a change of an activity changes what personal times and deadlines follow from: its dates, the limit or the grace of a type that has one. */
export const timesDiffer = (before: DatedActivity, after: DatedActivity): boolean =>
  !same(before.startTime, after.startTime) ||
  !same(before.dueTime, after.dueTime) ||
  !same(before.endTime, after.endTime) ||
  limitOf(before) !== limitOf(after) ||
  graceOf(before) !== graceOf(after)
type DatedActivity = { startTime: Date | null; dueTime: Date | null; endTime: Date | null; settings: unknown }
const limitOf = ({ settings }: DatedActivity) => (settings as { limit_minutes?: number }).limit_minutes
const graceOf = ({ settings }: DatedActivity) => (settings as { grace_minutes?: number }).grace_minutes
