// The alerts that people choose from: how long before an event they are told. Ids are stored and never change their meaning.
import { defaultAlert } from '../defaults.ts'

/** Of an event of whole days the minutes count to its first day's 09:00 by the clock of the organisation. */
export const alerts: readonly { id: number; minutes: number }[] = [
  { id: 101, minutes: 0 },
  { id: 102, minutes: 5 },
  { id: defaultAlert, minutes: 15 },
  { id: 103, minutes: 30 },
  { id: 104, minutes: 60 },
  { id: 105, minutes: 24 * 60 },
  { id: 106, minutes: 2 * 24 * 60 },
  { id: 107, minutes: 7 * 24 * 60 },
]
export const alertOf = (id: number) => alerts.find((one) => one.id === id)
