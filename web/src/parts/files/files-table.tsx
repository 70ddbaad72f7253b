// The table of files: rows of 44 px with a checkbox, a tile, the name, and a state only where it matters; cards below 641 px.
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../i18n.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Tile } from '../../ui/chip.tsx'
import { classes } from '../../ui/class-names.ts'
import { bytes, dateTime } from '../../ui/format.ts'
import type { FileItem, Sort } from './files-query.ts'
import { FileReason } from './file-state.tsx'
import { fileLook } from './file-icons.ts'

export type FilesTableProps = {
  caption: string
  files: readonly FileItem[]
  picked?: ReadonlySet<string>
  onPick?: (ids: Set<string>) => void
  sort?: { by: Sort; down: boolean; onSort: (by: Sort, down: boolean) => void }
  /** Opens a folder, or a file that the viewer can show. */
  onOpen: (file: FileItem) => void
  canOpen?: (file: FileItem) => boolean
  state: (file: FileItem) => ReactNode
  used?: (file: FileItem) => ReactNode
  changed?: { head: string; cell: (file: FileItem) => ReactNode }
  menu: (file: FileItem) => ReactNode
}

const head = 'border-b border-line px-2 py-1.5 text-left text-caption font-semibold whitespace-nowrap text-text-2'
const cell = 'px-2 py-1 max-tablet:block max-tablet:p-0'

/** Without `onPick` there are no checkboxes, without `sort` no sorting, without `used` no column of uses. */
export function FilesTable({
  caption,
  files,
  picked,
  onPick,
  sort,
  onOpen,
  canOpen = (file) => file.is_folder,
  state,
  used,
  changed,
  menu,
}: FilesTableProps) {
  const t = useTexts('upload')
  const allPicked = files.length > 0 && files.every((file) => picked?.has(file.id))
  const toggle = (id: string, isPicked: boolean) => {
    const next = new Set(picked)
    if (isPicked) next.add(id)
    else next.delete(id)
    onPick?.(next)
  }
  const columns: { by: Sort; text: string; className: string }[] = [
    { by: 'name', text: t('name'), className: 'w-full min-w-40' },
    { by: 'size', text: t('size'), className: 'text-right' },
    { by: 'changed', text: changed?.head ?? t('changed'), className: '' },
  ]
  const sortableHead = (by: Sort) => {
    const { text, className } = columns.find((file) => file.by === by)!
    const isSorted = sort?.by === by
    const Arrow = sort?.down ? ArrowDown : ArrowUp
    return (
      <th scope="col" aria-sort={isSorted ? (sort.down ? 'descending' : 'ascending') : undefined} className={classes(head, className)}>
        {sort ? (
          <button
            type="button"
            onClick={() => sort.onSort(by, isSorted ? !sort.down : by !== 'name')}
            className="inline-flex min-h-6 items-center gap-1 font-semibold hover:text-text"
          >
            {text}
            {isSorted && <Arrow aria-hidden size={12} strokeWidth={2} />}
          </button>
        ) : (
          text
        )}
      </th>
    )
  }
  return (
    <div className="surface-card overflow-x-auto">
      <table className="w-full border-collapse text-small max-tablet:block">
        <caption className="screen-reader">{caption}</caption>
        <thead className="max-tablet:hidden">
          <tr className="h-[37px] bg-sunken">
            {onPick && (
              <th scope="col" className={classes(head, 'w-[42px] pl-3.5')}>
                <Checkbox
                  hideLabel
                  label={t('pickAll')}
                  checked={allPicked}
                  mixed={!allPicked && Boolean(picked?.size)}
                  onChange={(isPicked) => onPick(new Set(isPicked ? files.map(({ id }) => id) : []))}
                />
              </th>
            )}
            {sortableHead('name')}
            <th scope="col" className={classes(head, 'min-w-[130px]')}>
              {t('state')}
            </th>
            {sortableHead('size')}
            {used && (
              <th scope="col" className={classes(head, 'min-w-[150px] pl-6')}>
                {t('usedIn')}
              </th>
            )}
            {sortableHead('changed')}
            <th scope="col" className={head}>
              <span className="screen-reader">{t('actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody className="max-tablet:block">
          {files.map((file) => {
            const { icon, tone } = fileLook(file.type)
            const isPicked = picked?.has(file.id) ?? false
            return (
              <tr
                key={file.id}
                className={classes(
                  'group relative h-11 border-line not-last:border-b hover:bg-hover max-tablet:grid max-tablet:h-auto max-tablet:min-h-16 max-tablet:grid-cols-[auto_1fr_auto] max-tablet:items-center max-tablet:gap-x-2.5 max-tablet:px-3.5 max-tablet:py-2',
                  isPicked && 'bg-accent-soft',
                )}
              >
                {onPick && (
                  <td className={classes(cell, 'pl-3.5 max-tablet:row-span-2')}>
                    <span className="relative z-1 inline-flex max-tablet:p-2.5">
                      <Checkbox
                        hideLabel
                        label={t('pick', { name: file.name })}
                        checked={isPicked}
                        onChange={(to) => toggle(file.id, to)}
                      />
                    </span>
                  </td>
                )}
                <td className={classes(cell, 'max-tablet:col-start-2')}>
                  <span className="flex min-w-0 items-center gap-3">
                    <Tile tone={tone} icon={icon} size={30} onTint={isPicked} />
                    <span className="min-w-0">
                      {canOpen(file) ? (
                        <button
                          type="button"
                          onClick={() => onOpen(file)}
                          className="min-h-6 min-w-0 text-left font-medium break-words [overflow-wrap:anywhere] after:absolute after:inset-0 hover:underline"
                        >
                          {file.name}
                        </button>
                      ) : (
                        <span className="min-w-0 font-medium break-words [overflow-wrap:anywhere]">{file.name}</span>
                      )}
                      <FileReason file={file} />
                    </span>
                  </span>
                </td>
                <td className={classes(cell, 'max-tablet:col-start-2 max-tablet:row-start-2 max-tablet:pt-0.5 max-tablet:empty:hidden')}>
                  {state(file)}
                </td>
                <td className={classes(cell, 'tabular text-right whitespace-nowrap text-text-2 max-tablet:hidden')}>
                  {file.is_folder ? (file.item_count === null ? '' : t('itemsCount', { count: file.item_count })) : bytes(file.size)}
                </td>
                {used && <td className={classes(cell, 'max-w-44 pl-6 text-text-2 max-tablet:hidden')}>{used(file)}</td>}
                <td className={classes(cell, 'tabular whitespace-nowrap text-text-2 max-tablet:hidden')}>
                  {changed ? changed.cell(file) : dateTime(file.updated_at)}
                </td>
                <td className={classes(cell, 'pr-3 text-right max-tablet:col-start-3 max-tablet:row-span-2 max-tablet:row-start-1')}>
                  <span className="relative z-1">{menu(file)}</span>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
