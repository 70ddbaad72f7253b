// The jobs of calendar: kind → payload. service.ts binds their handlers.
export type Jobs = {
  /** Tells people of events whose alerts are due. */
  remindOfEvents: undefined
  purgeEvents: undefined
}
