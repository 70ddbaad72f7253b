// The course menu: its order, and what of it is put away. An entry that is put away still opens by its address.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Answer, call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { courseQuery } from '../../../parts/learning/course/queries.ts'
import { property } from '../../../parts/base/drafts/version-fields.ts'
import { problemText } from '../../../parts/base/errors/problem-text.ts'
import { ReadFailed } from '../../../parts/base/errors/read-failed.tsx'
import { Section } from '../../../parts/base/page/section.tsx'
import { queryClient } from '../../../queries.ts'
import { Switch } from '../../../ui/fields/checkbox.tsx'
import { classes } from '../../../ui/class-names.ts'
import { SkeletonRows } from '../../../ui/states.tsx'
import { SortLiveText, SortHandle, sortClasses } from '../../../ui/order/sort-handle.tsx'
import { useSortable } from '../../../ui/order/sortable.ts'
import { reordered } from '../../../ui/order/sorting.ts'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { builtCoursePages } from '../frame/course-pages.ts'
import { type Course, menuQuery } from '../frame/queries.ts'
import { SectionForm, useSectionForm } from './section-form.tsx'

type NavSetting = Answer<'GET /api/courses/:id/nav-setting'>
type Entry = Pick<NavSetting['nav_setting'][number], 'key'> & { visible: boolean }
type Menu = { menu: readonly Entry[] }

const storedIn = ({ nav_setting }: NavSetting): Menu => ({
  menu: nav_setting.toSorted((a, b) => a.sort - b.sort).map(({ key, shown }) => ({ key, visible: shown })),
})
/** Entries of pages that are not built yet keep their place in the stored menu and are not shown. */
const isBuilt = (key: string) => (builtCoursePages as readonly string[]).includes(key)
/** Entries that cannot be put away. */
const kept: readonly string[] = ['content', 'settings']

export default function MenuSection({ course }: { course: Course }) {
  const t = useTexts('course-settings')
  const { data, error, errorUpdatedAt, refetch } = useQuery(menuQuery(course.id))
  return (
    <Section title={t('menu')} help={t('menuHelp')}>
      {data ? (
        <MenuForm course={course} stored={storedIn(data)} />
      ) : error ? (
        <ReadFailed title={t('menuFailed')} error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={4} />
      )}
    </Section>
  )
}

function MenuForm({ course, stored }: { course: Course; stored: Menu }) {
  const t = useTexts('course-settings')
  const tp = useTexts('course-page')
  const name = (key: string) => tp(`menu.${key}` as 'menu.content')
  const form = useSectionForm<Menu>({
    course,
    section: 'menu',
    title: t('menu'),
    latest: { version: course.version, value: stored },
    read: async () => {
      const [{ version }, menu] = await Promise.all([
        queryClient.fetchQuery({ ...courseQuery(course.id), staleTime: 0 }),
        queryClient.fetchQuery({ ...menuQuery(course.id), staleTime: 0 }),
      ])
      return { version, value: storedIn(menu) }
    },
    fields: useMemo(
      () => [
        property<Menu, 'menu'>('menu', t('menu'), {
          show: (menu) => menu.map(({ key, visible }) => (visible ? name(key) : t('menuAway', { name: name(key) }))).join(' · '),
        }),
      ],
      // biome-ignore lint/correctness/useExhaustiveDependencies: names change with the language, as t does
      [t],
    ),
    write: async ({ menu }, version) => {
      const answer = await call('PUT /api/courses/:id/nav-setting', {
        params: { id: course.id },
        body: { nav_setting: menu.map(({ key, visible }) => ({ key, visible })), version },
      })
      queryClient.setQueryData(menuQuery(course.id).queryKey, answer)
      const next = await queryClient.fetchQuery({ ...courseQuery(course.id), staleTime: 0 })
      return { version: next.version, value: storedIn(answer) }
    },
    onRefused: (error) => toast({ text: problemText(error), error: true }),
  })
  const { draft } = form
  const { menu } = draft.value
  const sorting = useSortable({
    kind: 'menu',
    groups: [{ id: 'menu', items: menu.flatMap(({ key }) => (isBuilt(key) ? [key] : [])) }],
    name,
    onMove: (id, { before }) => {
      const keys = reordered(
        menu.map(({ key }) => key),
        [id],
        before,
      )
      draft.change({ menu: keys.flatMap((key) => menu.find((entry) => entry.key === key) ?? []) })
    },
  })
  const order = sorting.groups[0]?.items ?? []
  return (
    <SectionForm form={form}>
      <div ref={sorting.list} className="divide-y divide-line">
        {order.map((key) => {
          const entry = menu.find((one) => one.key === key)
          return (
            entry && (
              <div
                key={key}
                {...sorting.row(key)}
                className={classes('relative flex min-h-11 items-center gap-2', sortClasses(sorting, key))}
              >
                <SortHandle sorting={sorting} id={key} name={name(key)} />
                <span aria-hidden className="min-w-0 flex-1 truncate">
                  {name(key)}
                </span>
                <Switch
                  label={t('menuShows', { name: name(key) })}
                  hideLabel
                  checked={entry.visible}
                  off={kept.includes(key) ? t('menuKept') : undefined}
                  onChange={(visible) => draft.change({ menu: menu.map((one) => (one.key === key ? { ...one, visible } : one)) })}
                />
              </div>
            )
          )
        })}
      </div>
      <SortLiveText sorting={sorting} />
    </SectionForm>
  )
}
