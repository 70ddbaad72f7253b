// User numbers as people type them: one comparison for sign-in, lists and files. For servers and pages.
import { caseless } from './folded.ts'
import { plainWidth } from './width.ts'

/** Plain width and no blanks around it: how a number is stored, and passed to SQL. */
export const userNumber = (typed: string): string => plainWidth(typed).normalize('NFKC').trim()

/** `B7`, ` b7 ` and `Ｂ７` are one number. */
export const userNumberKey = (typed: string): string => caseless(userNumber(typed))

/** The same in SQL, of a column or of a bound `userNumber`. The indexes persons_caseless_idx are of this expression. */
export const userNumberSql = (text: string): string => `kit.caseless(${text})`

/** For a condition on one of several bound numbers. */
export const userNumbersSql = (texts: string): string => `array(select ${userNumberSql('n')} from unnest(${texts}::text[]) n)`

/** Finds people by a typed number. None: unknown; several: the number names nobody, and only one of them may be meant. Those of the lowest rank go before the
 *  others, and of two whose numbers differ in case only, the one spelled as typed. */
export function byUserNumber<P extends { user_no: string }>(
  people: Iterable<P>,
  rank: (person: P) => number = () => 0,
): (typed: string) => P[] {
  const byKey = Map.groupBy(people, ({ user_no }) => userNumberKey(user_no))
  byKey.delete('')
  return (typed) => {
    const all = byKey.get(userNumberKey(typed)) ?? []
    const first = Math.min(...all.map(rank))
    const nearest = all.filter((person) => rank(person) === first)
    const spelled = nearest.filter(({ user_no }) => userNumber(user_no) === userNumber(typed))
    return spelled.length === 1 ? spelled : nearest
  }
}
