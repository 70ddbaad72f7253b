// Text of the reason why a typed score is refused.
import type { Translate } from '../../../i18n.ts'
import { pointsText } from '../../../parts/learning/scores/points-text.ts'
import { inReaderSign } from '../../../ui/numbers.ts'
import type { Item, Typed } from './book.ts'

/** undefined for a value. */
export function refusedText(t: Translate<'scores'>, typed: Typed, item: Pick<Item, 'points'>): string | undefined {
  if (!('error' in typed)) return undefined
  if (typed.error === 'twoNumbers') return t('refused.twoNumbers', { fraction: inReaderSign(typed.fraction), whole: typed.whole })
  return t(`refused.${typed.error}`, { most: pointsText(item.points) })
}
