// Events of one student's attempt; answers that arrived after the end, which a teacher may let count.
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import { type Answer, call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { EventList } from '../../../parts/learning/attempts/event-list.tsx'
import type { PaperItem } from '../../../parts/learning/attempts/paper.ts'
import { problemText } from '../../../parts/base/errors/problem-text.ts'
import { paths } from '../../../paths.ts'
import { invalidate, query } from '../../../queries.ts'
import { Button, buttonLook } from '../../../ui/button.tsx'
import { Drawer } from '../../../ui/dialogs/dialog.tsx'
import { dateTime } from '../../../ui/format.ts'
import { RichText } from '../../../ui/text/rich-text.tsx'
import { SkeletonText } from '../../../ui/states.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import type { Writer } from './invigilation-page.tsx'

type Late = Answer<'GET /api/attempts/:id/late-answers'>['items'][number]

export default function EventsDialog({ writer, onClose, onTaken }: { writer: Writer; onClose: () => void; onTaken: () => void }) {
  const t = useTexts('exam-work')
  const { id: course = '', examId = '' } = useParams()
  const { attempt_id: attempt, person } = writer
  const params = { params: { id: attempt ?? '' } }
  const { data } = useQuery({
    ...query('GET /api/activities/:id/invigilation/events', { params: { id: examId }, query: { person_id: person } }),
    staleTime: 0,
  })
  const { data: late } = useQuery({ ...query('GET /api/attempts/:id/late-answers', params), enabled: attempt !== null && writer.late > 0 })
  const [busy, setBusy] = useState(false)
  /** `null`: all of somebody whose answers are marked under a number. */
  const take = async (slots: number[] | null, device?: string) => {
    setBusy(true)
    try {
      const count = slots
        ? (await call('POST /api/attempts/:id/late-answers/take', { ...params, body: { slots, ...(device && { device }) } })).taken.length
        : (
            await call('POST /api/activities/:id/invigilation', {
              params: { id: examId },
              body: { action: 'take_late', person_ids: [person] },
            })
          ).changed * writer.late
      toast({ text: t('tookLate', { count }) })
      await invalidate('GET /api/attempts/:id/late-answers', 'GET /api/activities/:id/invigilation/events')
      onTaken()
    } catch (error) {
      toast({ text: problemText(error), error: true })
    }
    setBusy(false)
  }
  return (
    <Drawer open onClose={onClose} title={writer.name} description={t('history')}>
      <div className="space-y-5">
        {data ? (
          data.items.length > 0 ? (
            <EventList events={data.items} />
          ) : (
            <p className="text-body text-text-2">{t('noEvents')}</p>
          )
        ) : (
          <SkeletonText />
        )}
        {late && late.items.length > 0 && (
          <section aria-label={t('lateTitle')} className="space-y-2">
            <h3 className="text-section font-semibold">{t('lateTitle')}</h3>
            <p className="text-small text-text-2">{t('lateText')}</p>
            <ul className="surface-card divide-y divide-line">
              {late.items.map((one) => (
                <LateRow key={`${one.slot} ${one.device}`} late={one} busy={busy} onTake={() => void take([one.slot], one.device)} />
              ))}
            </ul>
            {late.items.length > 1 && (
              <Button busy={busy} onClick={() => void take([...new Set(late.items.map(({ slot }) => slot))])}>
                {t('takeAll')}
              </Button>
            )}
          </section>
        )}
        {attempt === null && writer.late > 0 && writer.state === 'submitted' && (
          <section aria-label={t('lateTitle')} className="space-y-2">
            <h3 className="text-section font-semibold">{t('lateTitle')}</h3>
            <p className="text-small text-text-2">{t('lateText')}</p>
            <Button busy={busy} onClick={() => void take(null)}>
              {t('takeAll')}
            </Button>
          </section>
        )}
        {attempt === null && <p className="text-small text-text-2">{t('attemptNameless')}</p>}
        {attempt !== null && writer.state === 'submitted' && (
          <Link to={paths.examReview(course, examId, attempt)} className={buttonLook('secondary')}>
            {t('openAttempt')}
          </Link>
        )}
      </div>
    </Drawer>
  )
}

function LateRow({ late: { slot, saved_at, stem, answer, counted }, busy, onTake }: { late: Late; busy: boolean; onTake: () => void }) {
  const t = useTexts('exam-work')
  const id = useId()
  const shown = (value: Late['answer'] | null) => (value === null ? t('nothing') : plain(value))
  return (
    <li className="space-y-1.5 p-3 text-small" aria-labelledby={id}>
      <h4 id={id} className="tabular font-semibold">
        {t('lateAt', { number: slot + 1, when: dateTime(saved_at) })}
      </h4>
      <RichText html={stem} size="body" />
      <p className="wrap-break-word">{t('lateAnswer', { answer: shown(answer) })}</p>
      <p className="text-text-2 wrap-break-word">{t('countsNow', { answer: shown(counted) })}</p>
      <Button size="sm" busy={busy} onClick={onTake}>
        {t('takeOne')}
      </Button>
    </li>
  )
}

/** The words and values of an answer, without its structure. */
const plain = (answer: PaperItem['content']): string => {
  const values: string[] = []
  const walk = (value: unknown) => {
    if (typeof value === 'string') values.push(value.replace(/<[^>]*>/g, ' ').trim())
    else if (typeof value === 'number' || typeof value === 'boolean') values.push(String(value))
    else if (value && typeof value === 'object') for (const one of Object.values(value)) walk(one)
  }
  walk(answer)
  return values.filter(Boolean).join(', ').slice(0, 500)
}
