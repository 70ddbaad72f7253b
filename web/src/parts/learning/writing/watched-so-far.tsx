// Whether what students have watched goes on counting once another recording takes the place of the one they watched.
import { useQuery } from '@tanstack/react-query'
import type { CallInput } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { query } from '../../../queries.ts'
import { RadioGroup } from '../../../ui/fields/radio-group.tsx'
import type { ActivityRow } from '../course/content.ts'

export type Watched = NonNullable<CallInput<'PUT /api/activities/:id'>['body']['progress']>

/** Whether students have begun it; until that is known, it is taken for granted. */
export function useBegun({ id, course_id }: Pick<ActivityRow, 'id' | 'course_id'>): boolean {
  const { data } = useQuery(query('GET /api/courses/:id/activity-counts', { params: { id: course_id } }))
  return data === undefined || (data.items.find(({ activity_id }) => activity_id === id)?.started ?? 0) > 0
}

export function WatchedSoFar({
  value,
  onChange,
  missing,
}: {
  value: Watched | undefined
  onChange: (value: Watched) => void
  /** It was not chosen when it had to be. */
  missing: boolean
}) {
  const t = useTexts('course')
  return (
    <RadioGroup<Watched>
      label={t('watchedSoFar')}
      value={value}
      onChange={onChange}
      error={missing ? t('watchedChoose') : undefined}
      options={[
        { value: 'keep', label: t('watchedKeep'), help: t('watchedKeepHelp') },
        { value: 'restart', label: t('watchedRestart'), help: t('watchedRestartHelp') },
      ]}
    />
  )
}
