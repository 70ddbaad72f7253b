// The review of courses, /management/course/audit: what waits and what was sent back, with the decision in the row; the state is in the address.
import { useTexts } from '../../i18n.ts'
import { PagedList } from '../../ui/table/paged-list.tsx'
import { Segmented } from '../../ui/fields/segmented.tsx'
import { Empty } from '../../ui/states.tsx'
import { usePaged } from '../../parts/base/page/paged.ts'
import { ManagementFrame } from './management-frame.tsx'
import { type ReviewedCourse, type ReviewState, reviews } from './queries.ts'
import { ReviewRow } from './review-row.tsx'
import { useReviewing } from './use-reviewing.tsx'

export default function ReviewPage() {
  const t = useTexts('management')
  return (
    <ManagementFrame title={t('entry.audit')}>
      <Reviews />
    </ManagementFrame>
  )
}

const stateOf = (filters: Readonly<Record<string, string>>): ReviewState => (filters.state === 'returned' ? 'returned' : 'waiting')

function Reviews() {
  const t = useTexts('management')
  const reviewing = useReviewing()
  const list = usePaged(({ page, size, filters }) => reviews(stateOf(filters), page, size), { filters: ['state'] })
  const state = stateOf(list.filters)
  const empty =
    state === 'waiting' ? (
      <Empty title={t('noneToReview')} text={t('noneToReviewText')} />
    ) : (
      <Empty title={t('noneReturned')} text={t('noneReturnedText')} />
    )
  return (
    <>
      <div className="mb-3">
        <Segmented<ReviewState>
          label={t('show')}
          value={state}
          onChange={(value) => list.change({ filters: { state: value === 'waiting' ? undefined : value } })}
          options={[
            { value: 'waiting', label: t('waiting') },
            { value: 'returned', label: t('returned') },
          ]}
        />
      </div>
      <PagedList<ReviewedCourse> list={list} failedTitle={t('failed')} empty={empty} nothingFits={empty}>
        {(courses) => (
          <ul className="surface-card divide-y divide-line overflow-hidden">
            {courses.map((course) => (
              <li key={course.id}>
                <ReviewRow course={course} reviewing={reviewing} />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
      {reviewing.dialog}
    </>
  )
}
