// The columns of a list of files: a tile with the name, a state only where it matters, size, uses, the day of the last change, actions.
import type { ReactNode } from 'react'
import { useTexts } from '../../../i18n.ts'
import { Tile } from '../../../ui/marks/chip.tsx'
import { bytes, dateTime } from '../../../ui/format.ts'
import type { ScreenColumn } from '../table/table-screen.tsx'
import { fileLook } from './file-icons.ts'
import { FileReason } from './file-state.tsx'
import type { FileItem } from './files-query.ts'

type FileColumns = {
  sorts?: boolean
  /** Opens a folder, or a file that the viewer can show; undefined for those that cannot be opened. */
  open?: (file: FileItem) => (() => void) | undefined
  state?: (file: FileItem) => ReactNode
  /** The details of a file, below its name. */
  note?: (file: FileItem) => ReactNode
  used?: (file: FileItem) => ReactNode
  changed?: { head: string; text: (file: FileItem) => string }
  menu: (file: FileItem) => ReactNode
}

export function useFileColumns({ sorts = false, open, state, note, used, changed, menu }: FileColumns): ScreenColumn<FileItem>[] {
  const t = useTexts('upload')
  const size = (file: FileItem) =>
    file.is_folder
      ? file.item_count === null
        ? ''
        : t('itemsCount', { count: file.item_count })
      : file.type === 'link'
        ? ''
        : bytes(file.size)
  const { head, text: changedText } = changed ?? { head: t('changed'), text: (file: FileItem) => dateTime(file.updated_at) }
  return [
    {
      key: 'name',
      head: t('name'),
      width: '100%',
      sorts,
      text: ({ name }) => name,
      cell: (file) => <FileName file={file} onOpen={open?.(file)} note={note?.(file)} />,
    },
    ...(state ? [{ key: 'state', head: t('state'), width: 116, card: 'below' as const, cell: state }] : []),
    {
      key: 'size',
      head: t('size'),
      numeric: true,
      sorts,
      optional: true,
      text: size,
      cell: (file) => <span className="whitespace-nowrap text-text-2">{size(file)}</span>,
    },
    ...(used ? [{ key: 'used', head: t('usedIn'), width: 150, optional: true, cell: used }] : []),
    {
      key: 'changed',
      head,
      sorts,
      optional: true,
      text: changedText,
      cell: (file) => <span className="tabular whitespace-nowrap text-text-2">{changedText(file)}</span>,
    },
    { key: 'actions', head: t('actions'), hideHead: true, cell: menu },
  ]
}

function FileName({ file, onOpen, note }: { file: FileItem; onOpen: (() => void) | undefined; note: ReactNode }) {
  const { icon, tone } = fileLook(file.type)
  const name = 'min-w-0 font-medium break-words [overflow-wrap:anywhere]'
  return (
    <span className="flex min-w-40 items-center gap-3">
      <Tile tone={tone} icon={icon} size={30} />
      <span className="min-w-0">
        {onOpen ? (
          <button type="button" onClick={onOpen} className={`min-h-6 text-left hover:underline ${name}`}>
            {file.name}
          </button>
        ) : (
          <span className={name}>{file.name}</span>
        )}
        <FileReason file={file} />
        {note}
      </span>
    </span>
  )
}
