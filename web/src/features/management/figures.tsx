// The numbers of a school, drawn small: people, who is active, courses, storage; each call loads on its own and says when it was counted.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { useTexts } from '../../i18n.ts'
import { problemText } from '../../parts/base/errors/problem-text.ts'
import { query } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { bytes, number, percent, time } from '../../ui/format.ts'
import { ProgressBar } from '../../ui/progress.tsx'
import { Bone } from '../../ui/states.tsx'
import { storageNumbers } from './queries.ts'

const shareOf = (part: number, whole: number) => (whole > 0 ? (part / whole) * 100 : 0)

export function Figures() {
  const t = useTexts('management')
  const people = useQuery(query('GET /api/management/people'))
  const courses = useQuery(query('GET /api/management/course-numbers'))
  const storage = useQuery(storageNumbers)
  return (
    <section aria-label={t('numbers')}>
      <dl className="grid grid-cols-2 gap-3 small:grid-cols-4">
        <Figure name={t('people')} read={people}>
          {({ people: all }) => ({ value: number(all) })}
        </Figure>
        <Figure name={t('active')} read={people}>
          {({ people: all, active }) => ({
            value: number(active),
            share: shareOf(active, all),
            note: t('ofAll', { share: percent(shareOf(active, all)) }),
          })}
        </Figure>
        <Figure name={t('courses')} read={courses}>
          {({ courses: all, published }) => ({
            value: number(all),
            share: shareOf(published, all),
            note: t('publishedOf', { published: number(published) }),
          })}
        </Figure>
        <Figure name={t('storage')} read={storage}>
          {({ used, total, in_bin }) => ({
            value: bytes(used),
            share: shareOf(used, total),
            note: in_bin > 0 ? t('ofTotalAndBin', { total: bytes(total), bin: bytes(in_bin) }) : t('ofTotal', { total: bytes(total) }),
            full: 80,
          })}
        </Figure>
      </dl>
      <CountedAt at={people.data?.counted_at} />
    </section>
  )
}

function CountedAt({ at }: { at: string | undefined }) {
  const t = useTexts('management')
  return <p className="mt-1.5 min-h-4 text-caption text-text-3">{at && t('countedAt', { time: time(at) })}</p>
}

type Drawn = { value: string; note?: string; share?: number /** Percent from which the bar warns. */; full?: number }

function Figure<Of>({
  name,
  read: { data, error, isFetching, refetch },
  children,
}: {
  name: string
  read: { data: Of | undefined; error: unknown; isFetching: boolean; refetch: () => unknown }
  children: (data: Of) => Drawn
}) {
  const ui = useTexts('ui')
  const id = useId()
  if (error && !data)
    return (
      <Card name={name} id={id}>
        <span className="block text-small text-text-2">{problemText(error)}</span>
        <Button variant="link" aria-describedby={id} busy={isFetching} onClick={() => void refetch()}>
          {ui('tryAgain')}
        </Button>
      </Card>
    )
  if (!data) return <Card name={name}>{<Bone className="my-2 h-6 w-20" />}</Card>
  const { value, note, share, full } = children(data)
  return (
    <Card name={name}>
      <span className="tabular block font-title text-day font-bold">{value}</span>
      {share !== undefined && (
        <ProgressBar className="mt-1.5" thin label={name} value={share} tone={full !== undefined && share >= full ? 'warn' : 'accent'} />
      )}
      {note && <span className="tabular mt-1 block text-caption text-text-2">{note}</span>}
    </Card>
  )
}

const Card = ({ name, id, children }: { name: string; id?: string; children: ReactNode }) => (
  <div className="surface-card min-h-[104px] px-3.5 py-3">
    <dt id={id} className="text-small text-text-2">
      {name}
    </dt>
    <dd>{children}</dd>
  </div>
)
