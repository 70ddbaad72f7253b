// The command palette: the actions of the current page and of the entries of its lists, courses by name, code or teacher (one's own and those open to the organisation), the
// activities, files and people of one's own courses, the person's places, what the account menu has, and the way to the whole search.
import { Bell, Keyboard, ListTodo, Lock, LogOut, MousePointerClick, Search as SearchIcon, Settings } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { activityHref, definitionOf } from '../activity-types.ts'
import { useTexts } from '../i18n.ts'
import { paths } from '../paths.ts'
import { coverOf } from '../parts/learning/course/cover.ts'
import { problemText } from '../parts/base/errors/problem-text.ts'
import { fileLook } from '../parts/base/files/file-icons.ts'
import { Avatar } from '../ui/marks/avatar.tsx'
import { useMe } from '../session/session.ts'
import CommandPalette from '../ui/menus/command-palette.tsx'
import { CourseCover } from '../ui/marks/course-cover.tsx'
import { list } from '../ui/format.ts'
import { useAccountGroups } from './account-groups.ts'
import { useFound } from './found.ts'
import { type PageAction, pageActions } from './page-actions.ts'
import { ownPages } from './own-pages.ts'
import { usePlaces } from './places.ts'

const asCommand =
  (kind: string) =>
  ({ icon, ...action }: PageAction, i: number) => ({ id: `${kind}-${i}`, icon: icon ?? MousePointerClick, ...action })

export default function Search({
  early,
  onClose,
  onHelp,
  onSignOut,
}: {
  early: () => string
  onClose: () => void
  onHelp: () => void
  onSignOut: () => void
}) {
  const t = useTexts('shell')
  const also = useTexts('search')
  const places = usePlaces()
  const { mayTeach } = useMe()
  const go = useNavigate()
  const [{ ofPage, ofRows }] = useState(() => pageActions())
  const [keyword, setKeyword] = useState('')
  const { courses, activities, files, people, busy, error } = useFound(keyword)
  const account = useAccountGroups()
  const openPath = (path: string) => () => void go(path)
  return (
    <CommandPalette
      title={t('search')}
      early={early}
      onClose={onClose}
      onFind={setKeyword}
      busy={busy}
      problem={error ? problemText(error) : undefined}
      groups={[
        {
          heading: t('onThisPage'),
          most: 60,
          entries: ofPage.map(asCommand('action')),
        },
        {
          heading: also('inLists'),
          whenTyped: true,
          entries: ofRows.map(asCommand('row')),
        },
        {
          heading: t('courses'),
          entries: courses.map(({ id, name, display_name, course_code, instructors, found, ...cover }) => ({
            id,
            found,
            label: display_name || name,
            hint: [course_code, list(instructors.map((instructor) => instructor.name))].filter(Boolean).join(' · '),
            lead: <CourseCover small {...coverOf({ id, ...cover })} className="size-6 shrink-0 rounded-control" />,
            run: openPath(paths.content(id)),
          })),
        },
        {
          heading: t('activities'),
          whenTyped: true,
          entries: activities.map(({ activity_id, course_id, course_name, type, title, available, found }) => ({
            id: activity_id,
            found,
            label: title,
            hint: course_name,
            icon: available ? definitionOf(type).icon : Lock,
            run: openPath(available ? activityHref({ id: activity_id, course_id, type }) : paths.content(course_id)),
          })),
        },
        {
          heading: t('files'),
          whenTyped: true,
          entries: files.map(({ id, name, type, course_id, course_name }) => ({
            id,
            found: true,
            label: name,
            hint: course_name ?? t('resources'),
            icon: fileLook(type).icon,
            run: openPath(paths.fileByName(course_id, name)),
          })),
        },
        {
          heading: t('people'),
          whenTyped: true,
          entries: people.map(({ id, name, user_no, avatar, course_id, course_name }) => ({
            id,
            found: true,
            label: name,
            hint: [user_no, course_name].filter(Boolean).join(' · '),
            lead: <Avatar id={id} name={name} src={avatar} size={24} />,
            run: openPath(course_id ? paths.memberByName(course_id, name) : paths.auditLog(id)),
          })),
        },
        {
          heading: t('search'),
          whenTyped: true,
          last: true,
          entries: keyword
            ? [{ id: 'all', found: true, label: t('seeAll', { text: keyword }), icon: SearchIcon, run: openPath(paths.search(keyword)) }]
            : [],
        },
        {
          heading: t('places'),
          entries: [
            // my scores are among the pages of my own, which everyone has
            ...places
              .filter(({ key }) => key !== 'scores')
              .map((place) => ({ id: place.key, label: t(place.key), icon: place.icon, run: openPath(place.to) })),
            { id: 'todo', label: t('todo'), icon: ListTodo, run: openPath(paths.todo()) },
            { id: 'inbox', label: t('inbox'), words: also('words.inbox'), icon: Bell, run: openPath(paths.notifications()) },
            ...ownPages
              .filter(({ teaches }) => !teaches || mayTeach)
              .map(({ label, words, to, icon }) => ({
                id: label,
                label: also(label),
                ...(words && { words: also(words) }),
                icon,
                run: openPath(to),
              })),
            { id: 'settings', label: t('settings'), words: also('words.settings'), icon: Settings, run: openPath(paths.settings()) },
            { id: 'keys', label: t('keyboard'), words: also('words.keys'), icon: Keyboard, run: onHelp },
          ],
        },
        {
          heading: t('yourAccount'),
          whenTyped: true,
          entries: [
            ...account.flatMap(({ name, heading, items }, group) =>
              items
                .filter(({ current }) => !current)
                .map(({ label, theme, icon, lang, onSelect }, i) => ({
                  id: `account-${group}-${i}`,
                  label,
                  hint: heading,
                  words: [also(`words.${name}`), theme && also(`words.${theme}`)].join(' '),
                  ...(icon && { icon }),
                  ...(lang && { lang }),
                  run: () => onSelect?.(),
                })),
            ),
            { id: 'sign-out', label: t('signOut'), words: also('words.signOut'), icon: LogOut, run: onSignOut },
          ],
        },
      ]}
    />
  )
}
