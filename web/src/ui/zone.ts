// The reader's time zone: the one that they have chosen, else that of the device. ui/format.ts and ui/dates.ts alone read clocks, by these.
let chosen: Intl.DateTimeFormat | undefined
let chosenName: string | undefined

/** An IANA name; null is the zone of the device, as is a name that this browser does not know. */
export function setZone(name: string | null | undefined): void {
  if ((name ?? undefined) === chosenName) return
  chosenName = name ?? undefined
  chosen = undefined
  const fields = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' } as const
  try {
    if (name && name !== deviceZone())
      chosen = new Intl.DateTimeFormat('en-GB', { timeZone: name, hourCycle: 'h23', calendar: 'gregory', ...fields })
  } catch {
    chosenName = undefined
  }
}
export const deviceZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** A moment as a Date whose local fields show the clock of the reader's zone; the moment itself where that is the device's. */
export function zoned(when: string | number | Date): Date {
  const moment = new Date(when)
  if (!chosen || Number.isNaN(moment.getTime())) return moment
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {}
  for (const { type, value } of chosen.formatToParts(moment)) parts[type] = value
  const at = (type: Intl.DateTimeFormatPartTypes) => Number(parts[type])
  return new Date(at('year'), at('month') - 1, at('day'), at('hour'), at('minute'), at('second'), moment.getMilliseconds())
}

/** Milliseconds by which the reader's clock is ahead of UTC at a moment. */
export function aheadOfUtc(when: Date): number {
  const there = zoned(when)
  const shown = [there.getHours(), there.getMinutes(), there.getSeconds(), there.getMilliseconds()] as const
  return Date.UTC(there.getFullYear(), there.getMonth(), there.getDate(), ...shown) - when.getTime()
}

/** The moment at which the reader's clock shows these local fields; of an hour that a clock change leaves out, the one after it. */
export function momentOf(local: Date): Date {
  if (!chosen) return local
  // the zone's distance from the device's clock, taken once more where a clock change lies between
  let moment = local.getTime()
  for (let i = 0; i < 3; i++) {
    const off = local.getTime() - zoned(moment).getTime()
    if (off === 0) break
    moment += off
  }
  return new Date(moment)
}
