// The heading of a list of files, with the folder path; and its filters by type and state.
import { ChevronRight, Funnel } from 'lucide-react'
import { useTexts } from '../../../i18n.ts'
import { PageTitle } from '../page/page-title.tsx'
import { Menu } from '../../../ui/menus/menu.tsx'
import type { Paged } from '../../../ui/table/paged-list.tsx'
import { statusChoices, statusIn, typeChoices, typesIn } from './files-query.ts'

const heading = 'min-w-0 font-title text-title font-bold break-words'
type Path = readonly { id: string; name: string }[]

/** The title; within a folder its name, behind the folders above it. `section`: the page has a heading of its own. */
export function FilesHeading({
  title,
  section = false,
  path,
  onOpen,
}: {
  title: string
  section?: boolean
  path: Path
  onOpen: (folder: string | undefined) => void
}) {
  const t = useTexts('upload')
  const folder = path.at(-1)
  return (
    <div className="flex min-w-40 flex-1 flex-wrap items-center gap-1.5">
      {folder && (
        <nav aria-label={t('path')} className="flex flex-wrap items-center gap-1.5 text-body">
          {[{ id: undefined, name: title }, ...path.slice(0, -1)].map((ancestor) => (
            <span key={ancestor.id ?? ''} className="flex items-center gap-1.5">
              <button
                type="button"
                onClick={() => onOpen(ancestor.id)}
                className="max-w-48 truncate text-text-2 hover:text-text hover:underline max-tablet:min-h-11"
              >
                {ancestor.name}
              </button>
              <ChevronRight aria-hidden size={16} className="text-text-3" />
            </span>
          ))}
        </nav>
      )}
      {section ? <h2 className={heading}>{folder?.name ?? title}</h2> : <PageTitle title={folder?.name ?? title} className={heading} />}
    </div>
  )
}

export function FileFilters({ list }: { list: Pick<Paged<unknown>, 'filters' | 'change'> }) {
  const t = useTexts('upload')
  const [types, status] = [typesIn(list.filters), statusIn(list.filters)]
  const count = types.length + (status ? 1 : 0)
  const toggle = (type: string) => {
    const next = types.includes(type) ? types.filter((other) => other !== type) : [...types, type]
    list.change({ filters: { type: next.join(',') || undefined } })
  }
  return (
    <Menu
      align="end"
      trigger={{ kind: 'button', props: { children: count ? t('filtersOn', { count }) : t('type'), icon: Funnel } }}
      groups={[
        {
          heading: t('type'),
          items: typeChoices.map((type) => ({ label: t(`kind.${type}`), current: types.includes(type), onSelect: () => toggle(type) })),
        },
        {
          heading: t('state'),
          items: statusChoices.map((choice) => ({
            label: t(`status.${choice}`),
            current: status === choice,
            onSelect: () => list.change({ filters: { status: status === choice ? undefined : choice } }),
          })),
        },
        ...(count
          ? [{ items: [{ label: t('clearFilter'), onSelect: () => list.change({ filters: { type: undefined, status: undefined } }) }] }]
          : []),
      ]}
    />
  )
}
