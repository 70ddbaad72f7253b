// Topics of a place: searched, narrowed, the pinned ones first; who may begin one does so here.
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { texts, useTexts } from '../../../i18n.ts'
import { laterDialog } from '../../../ui/dialogs/later-dialog.tsx'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/fields/field.tsx'
import { SearchInput } from '../../../ui/fields/search-input.tsx'
import { Empty } from '../../../ui/states.tsx'
import { PagedList } from '../../../ui/table/paged-list.tsx'
import { formToResume } from '../../base/drafts/resume.ts'
import { usePaged } from '../../base/page/paged.ts'
import { type GroupSet, type Place, topicsPage } from './queries.ts'
import { TopicRow } from './topic-row.tsx'
import { newTopicIn } from './topic-form.ts'

const TopicDialog = laterDialog(() => Promise.all([import('./topic-dialog.tsx'), texts('editor', 'upload')]).then(([module]) => module))

const shown = ['unread', 'unanswered', 'following', 'mine'] as const
const kinds = ['discussion', 'question'] as const

/** Search, filters and page stand in the page's address. `set`: of the group that it is of. */
export function TopicList({ place, set }: { place: Place; set?: GroupSet | undefined }) {
  const t = useTexts('forum')
  const thing = newTopicIn(place)
  const [writing, setWriting] = useState(() => formToResume('topic', (one) => one === thing) !== undefined)
  const list = usePaged(
    ({ page, size, find, filters }) => {
      const show = shown.find((one) => one === filters.show)
      const kind = kinds.find((one) => one === filters.kind)
      return topicsPage(place, page, size, { ...(find && { keyword: find }), ...(kind && { kind }), ...(show && { [show]: true }) })
    },
    { filters: ['show', 'kind'] },
  )
  const begin = list.data?.can.begin && (
    <Button variant="primary" icon={Plus} action="topic.create" onClick={() => setWriting(true)}>
      {t('newTopic')}
    </Button>
  )
  return (
    <>
      <div className="mb-3 flex flex-wrap items-end gap-2.5">
        <SearchInput
          label={t('search')}
          value={list.find}
          busy={list.stale}
          onSearch={(find) => list.change({ find })}
          className="w-64 max-w-full max-tablet:w-full"
        />
        <Select
          label={t('show')}
          hideLabel
          className="w-44 max-tablet:w-auto max-tablet:min-w-32 max-tablet:flex-1"
          value={list.filters.show ?? ''}
          onChange={(value) => list.change({ filters: { show: value || undefined } })}
          options={[{ value: '', label: t('show.all') }, ...shown.map((one) => ({ value: one, label: t(`show.${one}`) }))]}
        />
        <Select
          label={t('kind')}
          hideLabel
          className="w-44 max-tablet:w-auto max-tablet:min-w-32 max-tablet:flex-1"
          value={list.filters.kind ?? ''}
          onChange={(value) => list.change({ filters: { kind: value || undefined } })}
          options={[{ value: '', label: t('kind.all') }, ...kinds.map((one) => ({ value: one, label: t(`kinds.${one}`) }))]}
        />
        {begin && <span className="ml-auto">{begin}</span>}
      </div>
      <PagedList
        list={list}
        failedTitle={t('failed')}
        empty={
          <Empty title={t('none')} text={t(begin ? 'noneBegin' : 'noneText')}>
            {begin}
          </Empty>
        }
        nothingFits={
          <Empty title={t('nothingFits')}>
            <Button onClick={list.clear}>{t('showAll')}</Button>
          </Empty>
        }
      >
        {(items) => (
          <ul className="surface-card divide-y divide-line overflow-hidden">
            {items.map((topic) => (
              <TopicRow key={topic.id} topic={topic} />
            ))}
          </ul>
        )}
      </PagedList>
      {writing && list.data && (
        <TopicDialog place={place} set={set} kinds={list.data.kinds} can={list.data.can} onClose={() => setWriting(false)} />
      )}
    </>
  )
}
