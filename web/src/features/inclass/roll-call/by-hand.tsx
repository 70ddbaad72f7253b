// Attendance by hand in an open roll call: somebody is looked up, and noted; each note can be undone.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../../i18n.ts'
import { ReadFailed } from '../../../parts/base/errors/read-failed.tsx'
import { PersonCell } from '../../../parts/base/people/person-cell.tsx'
import { query } from '../../../queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { SearchInput } from '../../../ui/fields/search-input.tsx'
import { Segmented } from '../../../ui/fields/segmented.tsx'
import { Empty, SkeletonRows } from '../../../ui/states.tsx'
import { Pagination } from '../../../ui/table/pagination.tsx'
import type { AttendanceState } from '../queries.ts'
import { type NotePlace, notePerson } from './notes.ts'

const states = ['present', 'late', 'excused', 'left_early', 'absent'] as const
type Choice = AttendanceState | 'none'

export function ByHand({ place, open, onClose }: { place: NotePlace; open: boolean; onClose: () => void }) {
  const t = useTexts('inclass')
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('addByHand')}
      description={t('addByHandText')}
      width={900}
      top
      footer={<Button onClick={onClose}>{t('done')}</Button>}
    >
      {open && <People place={place} />}
    </Dialog>
  )
}

function People({ place }: { place: NotePlace }) {
  const t = useTexts('inclass')
  const [find, setFind] = useState('')
  const [page, setPage] = useState(1)
  const { data, error, errorUpdatedAt, refetch, isFetching, isPlaceholderData } = useQuery({
    ...query('GET /api/roll-calls/:id/people', {
      params: { id: place.rollCall },
      query: { page, ...(find && { conditions: JSON.stringify({ keyword: find }) }) },
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <div className="space-y-3">
      <SearchInput
        label={t('findStudent')}
        value={find}
        busy={isFetching && isPlaceholderData}
        autoFocus
        onSearch={(text) => {
          setFind(text)
          setPage(1)
        }}
      />
      {error && !data ? (
        <ReadFailed error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows rows={6} />
      ) : data.items.length === 0 ? (
        <Empty title={t('nobodyFound')} />
      ) : (
        <ul aria-busy={isPlaceholderData || undefined} className="surface-card divide-y divide-line">
          {data.items.map(({ person, state }) => (
            <li key={person.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-3.5 py-2">
              <span className="min-w-[min(180px,100%)] flex-1">
                <PersonCell person={person} below={person.user_no} />
              </span>
              <Segmented<Choice>
                label={t('stateOf', { name: person.name })}
                value={state ?? 'none'}
                onChange={(next) => next !== 'none' && void notePerson(place, person, next, state)}
                options={states.map((value) => ({ value, label: t(`state.${value}`) }))}
              />
            </li>
          ))}
        </ul>
      )}
      {data && data.total > 10 && (
        <Pagination simple scroll={false} page={page} pages={data.pages} pageSize={10} total={data.total} onChange={setPage} />
      )}
    </div>
  )
}
