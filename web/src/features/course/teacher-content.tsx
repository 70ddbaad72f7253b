import { useSuspenseQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { Suspense, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { type ActivityRow, byModule } from '../../parts/course/activity-kinds.ts'
import { call } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { fieldTexts, problemText } from '../../parts/errors/problem-text.ts'
import { outdate } from '../../queries.ts'
import { resumed } from '../../parts/drafts/resume.ts'
import { Button } from '../../ui/button.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { useKeptFocus } from '../../ui/kept-focus.ts'
import { SortSaid } from '../../ui/sort-handle.tsx'
import { both, useSortable } from '../../ui/sortable.ts'
import { Empty } from '../../ui/states.tsx'
import { AddMenu } from './add-menu.tsx'
import { type Adding, newTypes } from './adding.ts'
import { finishDeletions, goingStore, moveActivities, moveModule } from './content-changes.ts'
import { ActivityBatch, AddActivityDialog, NameForm } from './editing-parts.ts'
import { PublishChip } from './publish-chip.tsx'
import { type Course, contentQuery } from './queries.ts'
import { TeacherModule } from './teacher-module.tsx'

/** What was being added when the session ended. */
function resumedAdding(course: string): Adding | undefined {
  if (resumed('module', (thing) => thing === `new ${course}`)) return { kind: 'module' }
  const type = newTypes.find((one) => resumed('activity', (thing) => thing === `${course} ${one}`))
  return type && { kind: 'activity', type }
}

type Filter = 'all' | 'published' | 'drafts'

/** Dense rows to arrange: handle, choice, state, dates, what is with the file; several at once in the bar below. */
export function TeacherContent({
  course,
  adding,
  onAdding,
}: {
  course: Course
  adding: Adding | undefined
  onAdding: (adding: Adding | undefined) => void
}) {
  const t = useTexts('course')
  const { data } = useSuspenseQuery(contentQuery(course.id))
  const going = useSyncExternalStore(goingStore.subscribe, goingStore.snapshot)
  const [find, setFind] = useState('')
  const [filter, setFilter] = useState<Filter>('all')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => finishDeletions, [])
  useEffect(() => {
    const kept = resumedAdding(course.id)
    if (kept) onAdding(kept)
  }, [course.id, onAdding])

  const here = useMemo(() => ({ ...data, activities: data.activities.filter((one) => !going.has(one.id)) }), [data, going])
  const byPlace = byModule(here)
  const nameOf = (id: string) => here.modules.find((one) => one.id === id)?.name ?? ''
  const sorting = useSortable({
    kind: 'activity',
    groups: byPlace.flatMap(({ module, activities }) => (module ? [{ id: module.id, items: activities.map((one) => one.id) }] : [])),
    name: (id) => here.activities.find((one) => one.id === id)?.title ?? '',
    groupName: nameOf,
    onMove: (id, to) => moveActivities(course.id, [id], to),
  })
  const moduleSorting = useSortable({
    kind: 'module',
    groups: [{ id: '', items: byPlace.flatMap(({ module }) => module?.id ?? []) }],
    name: nameOf,
    onMove: (id, { before }) => moveModule(course.id, id, before),
  })
  const fits = (one: ActivityRow) =>
    (filter === 'all' || one.published === (filter === 'published')) && one.title.toLocaleLowerCase().includes(find.toLocaleLowerCase())
  const filtered = filter !== 'all' || find !== ''
  // in the order of what is being moved, before it is dropped
  const rows = new Map(here.activities.map((one) => [one.id, one]))
  const arranged = moduleSorting.groups[0]?.items.map((id) => ({
    module: here.modules.find((one) => one.id === id) ?? null,
    activities: sorting.groups.find((one) => one.id === id)?.items.flatMap((item) => rows.get(item) ?? []) ?? [],
  }))
  const groups = [...byPlace.filter(({ module }) => !module), ...(arranged ?? [])]
    .map(({ module, activities }) => ({ module, activities, shown: activities.filter(fits) }))
    .filter(({ shown }) => !filtered || shown.length > 0)
  const picked = here.activities.filter((one) => chosen.has(one.id))
  useKeptFocus(
    here.activities.map((one) => one.id),
    picked.map((one) => one.id),
  )
  // Stays once it was there: its count is read out.
  const everPicked = useRef(false)
  if (picked.length > 0) everPicked.current = true
  const addButton = useRef<HTMLButtonElement>(null)
  const naming = useRef(false)
  useEffect(() => {
    if (naming.current && !adding) addButton.current?.focus()
    naming.current = adding?.kind === 'module'
  }, [adding])
  const choose = (ids: string[], on: boolean) =>
    setChosen((now) => (on ? new Set([...now, ...ids]) : new Set([...now].filter((id) => !ids.includes(id)))))

  const addModule = async (name: string) => {
    try {
      await call('POST /api/courses/:id/modules', { params: { id: course.id }, body: { name } })
      await outdate('GET /api/courses/:id/all-activities')
      onAdding(undefined)
    } catch (error) {
      return fieldTexts(error).name ?? problemText(error)
    }
  }

  return (
    <div className={picked.length ? 'pb-16' : ''}>
      <div className="mb-3 flex items-center gap-3 tablet:hidden">
        <div className="min-w-0 flex-1">
          <AddMenu onAdd={onAdding} full />
        </div>
        <PublishChip course={course} />
      </div>
      {here.activities.length + here.modules.length > 0 && (
        <div className="mb-2.5 flex flex-wrap items-center gap-3">
          <SearchInput label={t('find')} value={find} onSearch={setFind} className="w-[220px] max-tablet:w-full" />
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
        </div>
      )}
      <div ref={both(sorting.list, moduleSorting.list)} className="space-y-3">
        {groups.map(({ module, activities, shown }) => (
          <TeacherModule
            key={module?.id ?? ''}
            course={course}
            module={module}
            number={module ? (moduleSorting.groups[0]?.items.indexOf(module.id) ?? -1) + 1 : 0}
            modules={here.modules}
            activities={shown}
            all={activities}
            chosen={chosen}
            onChoose={choose}
            onAdd={onAdding}
            sorting={filtered ? undefined : sorting}
            moduleSorting={filtered ? undefined : moduleSorting}
          />
        ))}
        {filtered && groups.length === 0 && (
          <Empty title={t('nothingFits')}>
            <Button
              onClick={() => {
                setFind('')
                setFilter('all')
              }}
            >
              {t('clearFilter')}
            </Button>
          </Empty>
        )}
        {!filtered && groups.length === 0 && adding?.kind !== 'module' && (
          <Empty title={t('emptyTeacher')} text={t('emptyTeacherText')}>
            <Button icon={Plus} action="module.add" onClick={() => onAdding({ kind: 'module' })}>
              {t('addModule')}
            </Button>
          </Empty>
        )}
        {adding?.kind === 'module' && (
          <div className="surface-card flex p-3">
            <Suspense fallback={<div className="h-(--control)" />}>
              <NameForm
                draft={`new ${course.id}`}
                label={t('moduleName')}
                saveLabel={t('addModule')}
                onSave={addModule}
                onClose={() => onAdding(undefined)}
              />
            </Suspense>
          </div>
        )}
        {adding?.kind !== 'module' && groups.length > 0 && !filtered && (
          <Button ref={addButton} variant="quiet" icon={Plus} action="module.add" onClick={() => onAdding({ kind: 'module' })}>
            {t('addModule')}
          </Button>
        )}
      </div>
      <SortSaid sorting={sorting} />
      <SortSaid sorting={moduleSorting} />
      <Suspense>
        {everPicked.current && (
          <ActivityBatch course={course.id} picked={picked} modules={here.modules} onClear={() => setChosen(new Set())} />
        )}
        {adding?.kind === 'activity' && (
          <AddActivityDialog
            key={adding.type}
            course={course}
            type={adding.type}
            modules={here.modules}
            module={adding.module}
            onClose={() => onAdding(undefined)}
          />
        )}
      </Suspense>
    </div>
  )
}
