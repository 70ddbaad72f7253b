// The bar above a list of files: title with the folder path, search, filters by type and state, new folder and upload.
import { ChevronRight, FolderPlus, Funnel, Upload } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../i18n.ts'
import { PageTitle } from '../page/page-title.tsx'
import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { type FileListRequest, statusChoices, typeChoices } from './files-query.ts'

const heading = 'min-w-0 font-title text-title font-bold break-words'

/** The title with the folders above it, search, type and state, and what can be begun here. */
export function FilesBar({
  title,
  section = false,
  path,
  request,
  change,
  busy,
  editing,
  children,
}: {
  title: string
  /** The page has a heading of its own. */
  section?: boolean
  path: readonly { id: string; name: string }[]
  request: FileListRequest
  change: (changes: Partial<FileListRequest>) => void
  busy: boolean
  editing?: { onFolder: () => void; onUpload: () => void } | undefined
  children?: ReactNode
}) {
  const t = useTexts('upload')
  const folder = path.at(-1)
  const filters = request.types.length + (request.status ? 1 : 0)
  const openFolder = (folder: string | undefined) => change({ folder, keyword: '' } as Partial<FileListRequest>)
  return (
    <div className="flex flex-wrap items-center gap-x-2.5 gap-y-2">
      <div className="flex min-w-40 flex-1 flex-wrap items-center gap-1.5">
        {folder && (
          <nav aria-label={t('path')} className="flex flex-wrap items-center gap-1.5 text-body">
            {[{ id: undefined, name: title }, ...path.slice(0, -1)].map((ancestor) => (
              <span key={ancestor.id ?? ''} className="flex items-center gap-1.5">
                <button
                  type="button"
                  onClick={() => openFolder(ancestor.id)}
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
        {children}
      </div>
      <SearchInput
        label={t('findFile')}
        value={request.keyword}
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
              current: request.types.includes(type),
              onSelect: () =>
                change({
                  types: request.types.includes(type) ? request.types.filter((ancestor) => ancestor !== type) : [...request.types, type],
                }),
            })),
          },
          {
            heading: t('state'),
            items: statusChoices.map((status) => ({
              label: t(`status.${status}`),
              current: request.status === status,
              onSelect: () => change({ status: request.status === status ? undefined : status } as Partial<FileListRequest>),
            })),
          },
          ...(filters
            ? [
                {
                  items: [
                    { label: t('clearFilter'), onSelect: () => change({ types: [], status: undefined } as Partial<FileListRequest>) },
                  ],
                },
              ]
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
