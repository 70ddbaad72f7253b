// Content of a course for a teacher: modules and activities to arrange, filter, select and edit.
import { holding } from '@lyceum/kit/text/folded'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Eye, Hourglass, Plus } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { wholePercent } from '@lyceum/kit/percent'
import { creatableTypes, definitionOf } from '../../../activity-types.ts'
import { byModule, type ActivityRow, type Content } from '../../../parts/learning/course/content.ts'
import { numberThemselves } from '../../../parts/learning/course/module-numbers.ts'
import { call } from '../../../client.ts'
import { usePainted } from '../../../device/deferral.ts'
import { useTexts } from '../../../i18n.ts'
import { fieldTexts, problemText } from '../../../parts/base/errors/problem-text.ts'
import { paths } from '../../../paths.ts'
import { invalidate } from '../../../queries.ts'
import { formToResume } from '../../../parts/base/drafts/resume.ts'
import { Banner } from '../../../ui/marks/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { percent } from '../../../ui/format.ts'
import { SearchInput } from '../../../ui/fields/search-input.tsx'
import { Segmented } from '../../../ui/fields/segmented.tsx'
import { useListFocus } from '../../../ui/table/list-focus.ts'
import { SortLiveText } from '../../../ui/order/sort-handle.tsx'
import { both, useSortable } from '../../../ui/order/sortable.ts'
import { Empty } from '../../../ui/states.tsx'
import { askToPublish } from '../../../parts/learning/course/publish-course.ts'
import { AddMenu } from './add-menu.tsx'
import type { Addition } from './additions.ts'
import { moveActivities, moveModule } from '../../../parts/learning/course/content-changes.ts'
import { ActivityBatch, AddActivityDialog, NameForm } from './editing-parts.ts'
import { PublishChip } from '../frame/publish-chip.tsx'
import { contentQuery } from '../../../parts/learning/course/queries.ts'
import ContentList from './content-list.tsx'
import ContentListChoice from './content-list-choice.tsx'
import { useContentList } from './use-content-list.ts'
import { type ActivityCounts, countsQuery, type Course } from '../frame/queries.ts'
import { TeacherModule } from './teacher-module.tsx'
import { TeacherRow } from './teacher-row.tsx'

/** The addition that was in progress when the session ended; its draft is kept on the device. */
function resumedAddition(course: string): Addition | undefined {
  if (formToResume('module', (thing) => thing === `new ${course}`)) return { kind: 'module' }
  const type = creatableTypes.find(
    (candidate) => !definitionOf(candidate).written && formToResume('activity', (thing) => thing === `${course} ${candidate}`),
  )
  return type && { kind: 'activity', type }
}

type Filter = 'all' | 'published' | 'drafts'

/** `addition` is the kind of content being added; the header's menu sets it. */
export function TeacherContent({
  course,
  addition,
  onAddition,
}: {
  course: Course
  addition: Addition | undefined
  onAddition: (addition: Addition | undefined) => void
}) {
  const t = useTexts('course')
  const tt = useTexts('teaching')
  const { data } = useSuspenseQuery(contentQuery(course.id))
  // after the list itself has been drawn
  const { data: counts } = useQuery({ ...countsQuery(course.id), enabled: usePainted() })
  const [keyword, setKeyword] = useState('')
  const [filter, setFilter] = useState<Filter>('all')
  const [list] = useContentList()
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    const addition = resumedAddition(course.id)
    if (addition) onAddition(addition)
  }, [course.id, onAddition])

  const modulesInOrder = byModule(data)
  const nameOf = (id: string) => data.modules.find((candidate) => candidate.id === id)?.name ?? ''
  const sorting = useSortable({
    kind: 'activity',
    groups: modulesInOrder.flatMap(({ module, activities }) =>
      module ? [{ id: module.id, items: activities.map((activity) => activity.id) }] : [],
    ),
    name: (id) => data.activities.find((candidate) => candidate.id === id)?.title ?? '',
    groupName: nameOf,
    onMove: async (id, to) => (await moveActivities(course.id, [id], to)) !== undefined,
  })
  const moduleSorting = useSortable({
    kind: 'module',
    groups: [{ id: '', items: modulesInOrder.flatMap(({ module }) => module?.id ?? []) }],
    name: nameOf,
    onMove: (id, { before }) => moveModule(course.id, id, before),
  })
  const holds = holding(keyword)
  const matches = (activity: ActivityRow) => (filter === 'all' || activity.published === (filter === 'published')) && holds(activity.title)
  const filtered = filter !== 'all' || keyword !== ''
  // in the order of a drag that is under way
  const rows = new Map(data.activities.map((activity) => [activity.id, activity]))
  const arrangedModules = moduleSorting.groups[0]?.items.map((id) => ({
    module: data.modules.find((candidate) => candidate.id === id) ?? null,
    activities: sorting.groups.find((group) => group.id === id)?.items.flatMap((item) => rows.get(item) ?? []) ?? [],
  }))
  const namesHaveNumbers = numberThemselves(data.modules)
  const groups = [...modulesInOrder.filter(({ module }) => !module), ...(arrangedModules ?? [])]
    .map(({ module, activities }) => ({ module, activities, matching: activities.filter(matches) }))
    .filter(({ matching }) => !filtered || matching.length > 0)
  const selected = data.activities.filter((activity) => selectedIds.has(activity.id))
  useListFocus(
    data.activities.map((activity) => activity.id),
    selected.map((activity) => activity.id),
  )
  // The bar stays rendered after its first use: screen readers read its count.
  const everSelected = useRef(false)
  if (selected.length > 0) everSelected.current = true
  const addButton = useRef<HTMLButtonElement>(null)
  const wasNaming = useRef(false)
  useEffect(() => {
    if (wasNaming.current && !addition) addButton.current?.focus()
    wasNaming.current = addition?.kind === 'module'
  }, [addition])
  const waiting = course.course_attributes.published ? 0 : data.activities.filter(({ published }) => published).length
  const select = (ids: string[], on: boolean) =>
    setSelectedIds((previous) => (on ? new Set([...previous, ...ids]) : new Set([...previous].filter((id) => !ids.includes(id)))))

  const addModule = async (name: string) => {
    try {
      await call('POST /api/courses/:id/modules', { params: { id: course.id }, body: { name } })
      await invalidate('GET /api/courses/:id/content')
      onAddition(undefined)
    } catch (error) {
      return fieldTexts(error).name ?? problemText(error)
    }
  }

  const choice = <ContentListChoice activities={data.activities} teaches />
  return (
    <div className={selected.length ? 'pb-16' : ''}>
      <div className="mb-3 flex items-center gap-3 tablet:hidden">
        <div className="min-w-0 flex-1">
          <AddMenu onAdd={onAddition} full />
        </div>
        <PublishChip course={course} />
      </div>
      {waiting > 0 && (
        <div className="mb-3">
          <Banner
            tone="warn"
            icon={Hourglass}
            action={
              course.can.publish && (
                <Button size="sm" icon={Eye} onClick={() => askToPublish(course.id)}>
                  {t('publishCourse')}
                </Button>
              )
            }
          >
            {tt('waitingHere', { count: waiting })}
          </Banner>
        </div>
      )}
      {list && (
        <ContentList
          key={list}
          course={course.id}
          list={list}
          choice={choice}
          teaches
          row={(activity) => (
            <TeacherRow
              key={activity.id}
              course={course}
              activity={activity}
              counts={counts}
              modules={data.modules.length}
              selected={selectedIds.has(activity.id)}
              onSelect={(on) => select([activity.id], on)}
              sorting={undefined}
            />
          )}
        />
      )}
      {!list && data.activities.length + data.modules.length > 0 && (
        <div className="mb-2.5 flex flex-wrap items-center gap-3">
          {choice}
          <SearchInput label={t('find')} value={keyword} onSearch={setKeyword} className="w-[220px] max-tablet:w-full" />
          <Segmented
            label={t('show')}
            value={filter}
            onChange={setFilter}
            options={[
              { value: 'all', label: t('filter.all') },
              { value: 'published', label: t('filter.published') },
              { value: 'drafts', label: t('filter.drafts') },
            ]}
          />
          {course.course_attributes.published && <AverageDone course={course.id} content={data} counts={counts} />}
        </div>
      )}
      <div ref={both(sorting.list, moduleSorting.list)} hidden={list !== undefined} className="space-y-3">
        {groups.map(({ module, activities, matching }) => (
          <TeacherModule
            key={module?.id ?? ''}
            course={course}
            module={module}
            number={module && !namesHaveNumbers ? (moduleSorting.groups[0]?.items.indexOf(module.id) ?? -1) + 1 : 0}
            modules={data.modules}
            activities={matching}
            allActivities={activities}
            counts={counts}
            selectedIds={selectedIds}
            onSelect={select}
            onAdd={onAddition}
            sorting={filtered ? undefined : sorting}
            moduleSorting={filtered ? undefined : moduleSorting}
          />
        ))}
        {filtered && groups.length === 0 && (
          <Empty title={t('nothingFits')}>
            <Button
              onClick={() => {
                setKeyword('')
                setFilter('all')
              }}
            >
              {t('clearFilter')}
            </Button>
          </Empty>
        )}
        {!filtered && groups.length === 0 && addition?.kind !== 'module' && (
          <Empty title={tt('emptyTeacher')} text={tt('emptyTeacherText')}>
            <Button icon={Plus} action="module.add" onClick={() => onAddition({ kind: 'module' })}>
              {t('addModule')}
            </Button>
          </Empty>
        )}
        {addition?.kind === 'module' && (
          <div className="surface-card flex p-3">
            <Suspense fallback={<div className="h-(--control)" />}>
              <NameForm
                draftId={`new ${course.id}`}
                label={t('moduleName')}
                saveLabel={t('addModule')}
                onSave={addModule}
                onClose={() => onAddition(undefined)}
              />
            </Suspense>
          </div>
        )}
        {addition?.kind !== 'module' && groups.length > 0 && !filtered && (
          <Button ref={addButton} variant="quiet" icon={Plus} action="module.add" onClick={() => onAddition({ kind: 'module' })}>
            {t('addModule')}
          </Button>
        )}
      </div>
      <SortLiveText sorting={sorting} />
      <SortLiveText sorting={moduleSorting} />
      <Suspense>
        {everSelected.current && (
          <ActivityBatch course={course} selected={selected} modules={data.modules} onClear={() => setSelectedIds(new Set())} />
        )}
        {addition?.kind === 'activity' && (
          <AddActivityDialog
            key={addition.type}
            course={course}
            type={addition.type}
            modules={data.modules}
            module={addition.module}
            onClose={() => onAddition(undefined)}
          />
        )}
      </Suspense>
    </div>
  )
}

/** The average completeness of the students, with a link to each of them. */
function AverageDone({ course, content, counts }: { course: string; content: Content; counts: ActivityCounts | undefined }) {
  const t = useTexts('teaching')
  const { students = 0, items = [] } = counts ?? {}
  const hidden = new Set(content.modules.flatMap(({ id, published }) => (published ? [] : [id])))
  const counted = new Set(
    content.activities.flatMap(({ id, module_id, published, completion_criterion: { kind } }) =>
      published && kind !== 'none' && !hidden.has(module_id ?? '') ? [id] : [],
    ),
  )
  if (students === 0 || counted.size === 0) return null
  const done = items.reduce((sum, { activity_id, completed }) => sum + (counted.has(activity_id) ? completed : 0), 0)
  return (
    <Link
      to={paths.studentsProgress(course)}
      className="ml-auto inline-flex min-h-6 items-center text-small text-accent-text hover:underline max-tablet:ml-0"
    >
      {t('averageDone', { average: percent(wholePercent(done, students * counted.size)) })}
    </Link>
  )
}
