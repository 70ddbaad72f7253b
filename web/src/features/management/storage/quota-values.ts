// Values of a quota's field, in GB.
export const gib = 1024 ** 3
export const [leastGib, mostGib] = [0.1, 1_048_576]

/** The fault of a typed quota; none of an empty field, which takes the quota away. */
export function quotaFault(amount: number | null, typed: string): 'unreadable' | 'outside' | undefined {
  if (amount === null) return typed.trim() === '' ? undefined : 'unreadable'
  return amount < leastGib || amount > mostGib ? 'outside' : undefined
}
