// Prerequisites of an item of 1.2: items that must be completed or passed, joined by & (and), | (or), ~ (not) and brackets.

const mostTokens = 400

/** Whether they are met. An expression that cannot be read keeps nobody out. */
export function areMet(expression: string | null, isDone: (item: string) => boolean): boolean {
  if (!expression?.trim()) return true
  const tokens = expression.match(/[&|~()]|[^&|~()\s]+/g) ?? []
  if (tokens.length > mostTokens) return true
  let at = 0
  const either = (): boolean => {
    let met = both()
    while (tokens[at] === '|') {
      at++
      const other = both()
      met ||= other
    }
    return met
  }
  const both = (): boolean => {
    let met = one()
    while (tokens[at] === '&') {
      at++
      const other = one()
      met &&= other
    }
    return met
  }
  const one = (): boolean => {
    const token = tokens[at++]
    if (token === '~') return !one()
    if (token === '(') {
      const met = either()
      if (tokens[at++] !== ')') throw unreadable
      return met
    }
    if (token === undefined || '&|)'.includes(token)) throw unreadable
    return isDone(token)
  }
  try {
    const met = either()
    return at === tokens.length ? met : true
  } catch (error) {
    if (error === unreadable) return true
    throw error
  }
}
const unreadable = new Error('not readable')
