// Time zones by their IANA names, such as Asia/Bangkok.

/** Whether it is the name of a zone that this runtime knows. An offset (+08:00) is none: it has no clock changes. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Z][A-Za-z0-9_+-]*(\/[A-Z][A-Za-z0-9_+-]*){0,2}$/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
