// The rules of an exam in sentences, each with what it means for who writes.
import { Clock, DoorOpen, EyeOff, ListChecks, type LucideIcon, MonitorSmartphone, Repeat2, Undo2, Volume2 } from 'lucide-react'
import { useMemo } from 'react'
import { useTexts } from '../../i18n.ts'
import { near, sentences } from '../../ui/format.ts'
import { useNow } from '../../ui/now.ts'
import { type Exam, type Mine, minutesFrom, settingsOf } from './exam.ts'

export function Rules({ activity, mine }: { activity: Exam; mine?: Mine }) {
  const t = useTexts('exam')
  const rules = settingsOf(activity)
  const limit = mine ? mine.limit_minutes : rules.limit_minutes
  const opens = mine ? mine.opens : activity.start_time
  const closes = mine ? mine.closes : activity.end_time
  const { iso } = useNow()
  // the clock of the server decides: the device's counts from its answer
  const ahead = useMemo(() => (mine ? Date.parse(mine.now) - Date.now() : 0), [mine])
  const time = mine && minutesFrom({ ...mine, ends_at: mine.ends_at ?? mine.closes }, Date.parse(iso) + ahead)
  const cut = mine?.may_start && !mine.running && time?.cut ? time : undefined
  const points = mine ? mine.points : activity.points
  const lines: [LucideIcon, string | false][] = [
    [
      ListChecks,
      mine
        ? sentences(
            t('rule.questions', { count: mine.questions }),
            points !== null && Number(points) > 0 && t('rule.points', { count: Number(points), points }),
          )
        : points !== null && Number(points) > 0 && t('rule.points', { count: Number(points), points }),
    ],
    [
      Clock,
      limit === null
        ? closes
          ? t('rule.untilClose')
          : t('rule.noLimit')
        : cut
          ? t('rule.limitCut', { count: cut.minutes, limit, when: near(mine?.ends_at ?? closes ?? '') })
          : t('rule.limit', { count: limit }),
    ],
    [
      DoorOpen,
      opens && closes
        ? t('rule.window', { from: near(opens), to: near(closes) })
        : opens
          ? t('rule.opens', { when: near(opens) })
          : closes
            ? t('rule.closes', { when: near(closes) })
            : false,
    ],
    [
      Repeat2,
      rules.unlimited_attempts
        ? sentences(t('rule.attemptsOpen'), t(`rule.counts.${rules.counts}`))
        : rules.attempts > 1
          ? sentences(t('rule.attempts', { count: rules.attempts }), t(`rule.counts.${rules.counts}`))
          : t('rule.once'),
    ],
    [Undo2, rules.no_way_back ? t('rule.noWayBack') : rules.one_at_a_time && t('rule.oneAtATime')],
    [Volume2, rules.play_limit !== null && t('rule.plays', { count: rules.play_limit })],
    [MonitorSmartphone, rules.one_device && t('rule.oneDevice')],
    [EyeOff, t('rule.leaving')],
  ]
  return (
    <section aria-label={t('rules')} className="surface-card p-5 max-tablet:p-4">
      <h2 className="mb-2.5 text-section font-semibold">{t('rules')}</h2>
      <ul className="space-y-2">
        {lines.map(
          ([Icon, text]) =>
            text && (
              <li key={text} className="flex gap-2.5 text-body">
                <Icon aria-hidden size={18} strokeWidth={1.75} className="mt-px shrink-0 text-text-3" />
                <span className="min-w-0 wrap-break-word">{text}</span>
              </li>
            ),
        )}
      </ul>
    </section>
  )
}
