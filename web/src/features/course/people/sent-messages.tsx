// Messages that I have sent to members of a course, newest first.
import { useTexts } from '../../../i18n.ts'
import { usePaged } from '../../../parts/base/page/paged.ts'
import { sentPage } from '../../../parts/learning/messages/queries.ts'
import { dateTime, list as listOf } from '../../../ui/format.ts'
import { Empty } from '../../../ui/states.tsx'
import { PagedList } from '../../../ui/table/paged-list.tsx'

export default function SentMessages({ course }: { course: string }) {
  const t = useTexts('messages')
  const list = usePaged(({ page, size }) => sentPage(course, page, size))
  const empty = <Empty title={t('none')} text={t('noneText')} />
  return (
    <PagedList list={list} failedTitle={t('failed')} empty={empty} nothingFits={empty}>
      {(items) => (
        <ul className="surface-card max-w-[772px] divide-y divide-line">
          {items.map(({ id, text, recipients, people, created_at }) => {
            const more = recipients - people.length
            const names = [...people.map(({ name }) => name), ...(more > 0 ? [t('others', { count: more })] : [])]
            return (
              <li key={id} className="px-4 py-3">
                <p className="whitespace-pre-line wrap-break-word">{text}</p>
                <p className="tabular mt-1 text-caption text-text-3">
                  {[dateTime(created_at), t('to', { names: listOf(names) })].join(' · ')}
                </p>
              </li>
            )
          })}
        </ul>
      )}
    </PagedList>
  )
}
