// Raised hands for who teaches, the longest first; one of them is picked by chance, by which their hand goes down.
import { useQuery } from '@tanstack/react-query'
import { Shuffle } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { useState } from 'react'
import { useTexts } from '../../../i18n.ts'
import { nothingToShow } from '../../../parts/base/errors/refusal.ts'
import { PersonCell } from '../../../parts/base/people/person-cell.tsx'
import { Button } from '../../../ui/button.tsx'
import { timeWithSeconds } from '../../../ui/format.ts'
import { Empty, SkeletonRows } from '../../../ui/states.tsx'
import { pickPeople } from '../pick/pick-people.ts'
import { boardOf } from '../queries.ts'
import type { TeacherProps } from '../tools.ts'

export default function TeacherHands({ session }: TeacherProps) {
  const t = useTexts('inclass')
  const go = useNavigate()
  const [busy, setBusy] = useState(false)
  const { data } = useQuery({ ...boardOf(session.id), throwOnError: nothingToShow })
  if (!data) return <SkeletonRows />
  const pick = async () => {
    setBusy(true)
    const done = await pickPeople(session.id, { n: 1, among: 'hands' })
    setBusy(false)
    if (done) await go({ search: '?tool=pick' })
  }
  if (data.hands.length === 0) return <Empty title={t('noHands')} text={t('noHandsText')} />
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <p role="status">{t('handsUp', { count: data.hands.length })}</p>
        <Button icon={Shuffle} busy={busy} onClick={() => void pick()}>
          {t('pickHand')}
        </Button>
      </div>
      <ol className="surface-card max-w-[640px] divide-y divide-line">
        {data.hands.map(({ person, hand_at }) => (
          <li key={person.id} className="flex min-h-(--row) items-center gap-3 px-3.5 py-2">
            <span className="min-w-0 flex-1">
              <PersonCell person={person} below={person.user_no} />
            </span>
            <span className="tabular text-small text-text-3">{timeWithSeconds(hand_at)}</span>
          </li>
        ))}
      </ol>
    </>
  )
}
