// An allowance in a few words.
import { useTexts } from '../../../i18n.ts'
import { dateTime, percent } from '../../../ui/format.ts'
import type { Allowance } from './allowance-dialog.tsx'

export function useAllowanceText(): (allowance: Allowance) => string {
  const t = useTexts('activity')
  return ({ opens, due, closes, extra_minutes: minutes, extra_percent: share, attempts }) =>
    [
      opens && t('opensAt', { when: dateTime(opens) }),
      due && t('dueAt', { when: dateTime(due) }),
      closes && t('closesAt', { when: dateTime(closes) }),
      minutes !== null && t('extraMinutes', { count: minutes }),
      share !== null && t('extraShare', { share: percent(share) }),
      attempts !== null && t('attempts', { count: attempts }),
    ]
      .filter(Boolean)
      .join(' · ')
}
