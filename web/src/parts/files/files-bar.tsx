import { ChevronRight, FolderPlus, Funnel, Upload } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../i18n.ts'
import { PageTitle } from '../page/page-title.tsx'
import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { type Asked, statusChoices, typeChoices } from './files-query.ts'

const heading = 'min-w-0 font-title text-title font-bold break-words'

/** The title with the folders above it, search, type and state, and what can be begun here. */
export function FilesBar({
  title,
  section = false,
  path,
  asked,
  change,
  busy,
  editing,
  children,
}: {
  title: string
  /** The page has a heading of its own. */
  section?: boolean
  path: readonly { id: string; name: string }[]
  asked: Asked
  change: (changes: Partial<Asked>) => void
  busy: boolean
  editing?: { onFolder: () => void; onUpload: () => void } | undefined
  children?: ReactNode
}) {
  const t = useTexts('upload')
  const here = path.at(-1)
  const filters = asked.types.length + (asked.status ? 1 : 0)
  const to = (folder: string | undefined) => change({ folder, keyword: '' } as Partial<Asked>)
  return (
    <div className="flex flex-wrap items-center gap-x-2.5 gap-y-2">
      <div className="flex min-w-40 flex-1 flex-wrap items-center gap-1.5">
        {here && (
          <nav aria-label={t('path')} className="flex flex-wrap items-center gap-1.5 text-body">
            {[{ id: undefined, name: title }, ...path.slice(0, -1)].map((one) => (
              <span key={one.id ?? ''} className="flex items-center gap-1.5">
                <button
                  type="button"
                  onClick={() => to(one.id)}
                  className="max-w-48 truncate text-text-2 hover:text-text hover:underline max-tablet:min-h-11"
                >
                  {one.name}
                </button>
                <ChevronRight aria-hidden size={16} className="text-text-3" />
              </span>
            ))}
          </nav>
        )}
        {section ? <h2 className={heading}>{here?.name ?? title}</h2> : <PageTitle title={here?.name ?? title} className={heading} />}
        {children}
      </div>
      <SearchInput
        label={t('findFile')}
        value={asked.keyword}
        busy={busy}
        onSearch={(keyword) => change({ keyword })}
        className="w-[190px] max-tablet:order-last max-tablet:w-full"
      />
      <Menu
        align="end"
        trigger={{ kind: 'button', props: { children: filters ? t('filtersOn', { count: filters }) : t('type'), icon: Funnel } }}
        groups={[
          {
            heading: t('type'),
            items: typeChoices.map((type) => ({
              label: t(`kind.${type}`),
              current: asked.types.includes(type),
              onSelect: () =>
                change({ types: asked.types.includes(type) ? asked.types.filter((one) => one !== type) : [...asked.types, type] }),
            })),
          },
          {
            heading: t('state'),
            items: statusChoices.map((status) => ({
              label: t(`status.${status}`),
              current: asked.status === status,
              onSelect: () => change({ status: asked.status === status ? undefined : status } as Partial<Asked>),
            })),
          },
          ...(filters
            ? [{ items: [{ label: t('clearFilter'), onSelect: () => change({ types: [], status: undefined } as Partial<Asked>) }] }]
            : []),
        ]}
      />
      {editing && (
        <>
          <Button icon={FolderPlus} onClick={editing.onFolder}>
            {t('newFolder')}
          </Button>
          <Button variant="primary" icon={Upload} action="upload.start" onClick={editing.onUpload}>
            {t('upload')}
          </Button>
        </>
      )}
    </div>
  )
}
