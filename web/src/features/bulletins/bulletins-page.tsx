// Bulletins for their readers, /bulletin-list/: those of the organisation or of my courses; the opened one is in the address.
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { ArrowLeft, Paperclip, Pin, Settings2 } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { useTexts } from '../../i18n.ts'
import { BulletinView } from '../../parts/learning/bulletins/bulletin-view.tsx'
import { type BulletinSummary, bulletinOf, bulletinsPage, markBulletinRead } from '../../parts/learning/bulletins/queries.ts'
import { Region } from '../../parts/base/errors/region.tsx'
import { courseQuery } from '../../parts/learning/course/queries.ts'
import { PageTitle } from '../../parts/base/page/page-title.tsx'
import { usePaged } from '../../parts/base/page/paged.ts'
import { paths } from '../../paths.ts'
import { query } from '../../queries.ts'
import { useMe } from '../../session/session.ts'
import { Button, buttonLook } from '../../ui/button.tsx'
import { Chip } from '../../ui/marks/chip.tsx'
import { classes } from '../../ui/class-names.ts'
import { Select } from '../../ui/fields/field.tsx'
import { date } from '../../ui/format.ts'
import { PagedList } from '../../ui/table/paged-list.tsx'
import { Segmented } from '../../ui/fields/segmented.tsx'
import { Empty, SkeletonRows, SkeletonText } from '../../ui/states.tsx'

const ManagedBulletins = lazy(() =>
  import('../../parts/learning/bulletins/managed-bulletins.tsx').then((module) => ({ default: module.ManagedBulletins })),
)

type Of = 'org' | 'course'

export default function BulletinsPage() {
  const t = useTexts('bulletins')
  const me = useMe()
  const [params, setParams] = useSearchParams()
  const type: Of = params.get('type') === 'course' ? 'course' : 'org'
  const opened = params.get('bulletin_id')
  const course = params.get('course_id')
  const writes = me.may('bulletins.change')
  return (
    <div className="mx-auto w-full max-w-[760px] px-6 py-5 max-tablet:px-4">
      <div className="mb-4 flex min-h-8 flex-wrap items-center gap-3">
        <PageTitle title={t('title')} className="mr-auto font-title text-title font-bold" />
        {writes && (
          <Link to={paths.manageBulletins()} className={buttonLook('quiet')}>
            <Settings2 aria-hidden size={16} strokeWidth={1.75} />
            {t('manage')}
          </Link>
        )}
        <Segmented<Of>
          label={t('where')}
          value={type}
          onChange={(value) => setParams({ type: value })}
          options={[
            { value: 'org', label: t('ofOrg') },
            { value: 'course', label: t('ofCourses') },
          ]}
        />
      </div>
      {opened ? (
        <>
          <Button
            variant="quiet"
            icon={ArrowLeft}
            className="mb-3"
            onClick={() => setParams({ type, ...(course && { course_id: course }) })}
          >
            {t('back')}
          </Button>
          <div className="surface-card p-5">
            <Region at={opened} title={t('notForYou')} skeleton={<SkeletonText lines={8} />}>
              <Opened id={opened} />
            </Region>
          </div>
        </>
      ) : (
        <List key={type} type={type} />
      )}
    </div>
  )
}

function Opened({ id }: { id: string }) {
  const { data } = useSuspenseQuery(bulletinOf(id))
  useEffect(() => void markBulletinRead(id).catch(() => {}), [id])
  return <BulletinView bulletin={data} />
}

function List({ type }: { type: Of }) {
  const t = useTexts('bulletins')
  const list = usePaged(
    ({ page, size, filters }) =>
      bulletinsPage(type, page, size, {
        ...(filters.unread !== undefined && { unread: true }),
        ...(filters.course_id && { course_id: filters.course_id }),
      }),
    { filters: ['unread', 'course_id'] },
  )
  const courses = useQuery({ ...query('GET /api/my-courses', { query: { page_size: 100 } }), enabled: type === 'course' })
  const course = courses.data?.items.find(({ id }) => id === list.filters.course_id)
  const [managing, setManaging] = useState(false)
  const rights = useQuery({ ...courseQuery(course?.id ?? ''), enabled: course !== undefined && course.role !== 'student' })
  const writes = course !== undefined && rights.data?.id === course.id && rights.data.can.announce
  return (
    <>
      <div className="mb-3 flex flex-wrap items-end gap-3">
        <Segmented
          label={t('show')}
          value={list.filters.unread === undefined ? 'all' : 'unread'}
          onChange={(value) => list.change({ filters: { unread: value === 'unread' ? '1' : undefined } })}
          options={[
            { value: 'all', label: t('show.all') },
            { value: 'unread', label: t('unread') },
          ]}
        />
        {type === 'course' && (
          <Select
            label={t('course')}
            hideLabel
            className="max-w-[280px]"
            value={list.filters.course_id ?? ''}
            onChange={(value) => list.change({ filters: { course_id: value || undefined } })}
            options={[
              { value: '', label: t('allCourses') },
              ...(courses.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        )}
        {writes && (
          <Segmented
            label={t('manage')}
            value={managing ? 'manage' : 'read'}
            onChange={(value) => setManaging(value === 'manage')}
            options={[
              { value: 'read', label: t('reading') },
              { value: 'manage', label: t('manage') },
            ]}
          />
        )}
      </div>
      {writes && managing ? (
        <Suspense fallback={<SkeletonRows />}>
          <ManagedBulletins place={{ course: course.id }} />
        </Suspense>
      ) : (
        <PagedList
          list={list}
          failedTitle={t('failed')}
          skeleton={<SkeletonRows />}
          empty={<Empty title={t('none')} text={t('noneText')} />}
          nothingFits={
            <Empty title={t('nothingFits')}>
              <Button onClick={list.clear}>{t('showAll')}</Button>
            </Empty>
          }
        >
          {(items) => (
            <ul className="surface-card divide-y divide-line overflow-hidden">
              {items.map((bulletin) => (
                <Row key={bulletin.id} bulletin={bulletin} type={type} within={list.filters.course_id} />
              ))}
            </ul>
          )}
        </PagedList>
      )}
    </>
  )
}

/** `within`: the course whose bulletins the list shows alone. */
function Row({ bulletin, type, within }: { bulletin: BulletinSummary; type: Of; within: string | undefined }) {
  const t = useTexts('bulletins')
  const { id, title, excerpt, read_at, confirm, confirmed_at, pinned, files, publish_at, course, author } = bulletin
  const unread = read_at === null
  const below = [course?.name, author?.name].filter(Boolean)
  return (
    <li
      className={classes(
        'relative flex gap-3 px-4 py-3 hover:bg-hover',
        unread && 'bg-[color-mix(in_srgb,var(--accent-soft)_55%,transparent)]',
      )}
    >
      <div className="min-w-0 flex-1">
        <Link
          to={type === 'org' ? paths.orgBulletins(id) : paths.courseBulletins(id, within)}
          data-action="bulletin.open"
          className={classes('stretched wrap-break-word', unread && 'font-semibold')}
        >
          {unread && <span className="screen-reader">{t('isUnread')}. </span>}
          {title}
        </Link>
        {excerpt && <p className="line-clamp-2 text-small text-text-2">{excerpt}</p>}
        <p className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-caption text-text-3">
          {below.length > 0 && <span>{below.join(' · ')}</span>}
          {pinned && (
            <Chip tone="outline" icon={Pin}>
              {t('pinned')}
            </Chip>
          )}
          {confirm && (confirmed_at ? <Chip tone="ok">{t('confirmed')}</Chip> : <Chip tone="warn">{t('toConfirm')}</Chip>)}
          {files > 0 && (
            <span className="inline-flex items-center gap-1">
              <Paperclip aria-hidden size={13} strokeWidth={1.75} />
              {t('files', { count: files })}
            </span>
          )}
        </p>
      </div>
      <div className="flex flex-col items-end gap-1.5">
        {publish_at && <time className="tabular text-caption text-text-3">{date(publish_at)}</time>}
        {unread && <span aria-hidden className="size-2 rounded-full bg-accent" />}
      </div>
    </li>
  )
}
