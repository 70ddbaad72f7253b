// Points of the members of a group whose work has a mark for each: their own beside those of the group.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Answer, call } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { problemText } from '../../parts/base/errors/problem-text.ts'
import { sameDecimal, typedScore } from '../../parts/learning/rubrics/points.ts'
import { query, queryClient } from '../../queries.ts'
import { TextField } from '../../ui/fields/field.tsx'

type Members = Answer<'GET /api/submissions/:id/member-points'>
const membersQuery = (id: string, n: number) => query('GET /api/submissions/:id/member-points', { params: { id }, query: { n } })

/** `points` are those of the group. Nothing where it has one mark. */
export function MemberPoints({ submission, n, points, max }: { submission: string; n: number; points: string | null; max: string | null }) {
  const t = useTexts('marking')
  const asked = membersQuery(submission, n)
  const { data } = useQuery({ ...asked, staleTime: 60_000 })
  if (!data || data.items.length === 0) return null
  return (
    <section aria-label={t('memberPoints')} className="space-y-2 px-4 py-3">
      <h3 className="text-body font-semibold">{t('memberPoints')}</h3>
      <p className="text-caption text-text-2">{t('memberPointsHelp')}</p>
      {data.items.map(({ person, points: own }) => (
        <Member
          key={`${person.id} ${own}`}
          name={person.name}
          own={own}
          group={points}
          max={max}
          give={async (given) => {
            const body = { n, person_id: person.id, points: given, saw: own }
            queryClient.setQueryData<Members>(
              asked.queryKey,
              await call('PUT /api/submissions/:id/member-points', { params: { id: submission }, body }),
            )
          }}
          onFailed={() => void queryClient.invalidateQueries({ queryKey: asked.queryKey })}
        />
      ))}
    </section>
  )
}

function Member({
  name,
  own,
  group,
  max,
  give,
  onFailed,
}: {
  name: string
  own: string | null
  group: string | null
  max: string | null
  give: (points: string | null) => Promise<void>
  onFailed: () => void
}) {
  const t = useTexts('marking')
  const [typed, setTyped] = useState(own ?? '')
  const [failure, setFailure] = useState<string>()
  const score = typedScore(typed, max)
  const save = async () => {
    if ('error' in score || sameDecimal(score.points, own)) return
    try {
      setFailure(undefined)
      await give(score.points)
    } catch (error) {
      setFailure(problemText(error, 'points'))
      onFailed()
    }
  }
  return (
    <TextField
      label={name}
      inputMode="decimal"
      autoComplete="off"
      placeholder={group ?? '–'}
      value={typed}
      onChange={setTyped}
      onBlur={() => void save()}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur()
      }}
      error={'error' in score ? t(score.error, { max: max ?? '100' }) : failure}
    />
  )
}
