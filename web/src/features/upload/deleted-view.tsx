// List of my files deleted within 30 days, to restore or to delete for good.
import { Ellipsis, Trash2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { PageTitle } from '../../parts/base/page/page-title.tsx'
import { problemText } from '../../parts/base/errors/problem-text.ts'
import { invalidate, query } from '../../queries.ts'
import { Confirm } from '../../ui/dialogs/confirm.tsx'
import { date } from '../../ui/format.ts'
import { Menu } from '../../ui/menus/menu.tsx'
import { Empty } from '../../ui/states.tsx'
import { toast } from '../../ui/dialogs/toast.tsx'
import { useFileColumns } from '../../parts/base/files/file-columns.tsx'
import { type FileItem, filesCalls, restore } from '../../parts/base/files/files-query.ts'
import { usePaged } from '../../parts/base/page/paged.ts'
import { useSelection } from '../../parts/base/table/selection.ts'
import { TableScreen } from '../../parts/base/table/table-screen.tsx'

const toastError = (error: unknown) => toast({ text: problemText(error), error: true })

/** Restoring needs no confirmation, deleting for good does. */
export function DeletedView() {
  const t = useTexts('upload')
  const [purging, setPurging] = useState<readonly FileItem[]>()
  const list = usePaged(({ page, size, find }) =>
    query('GET /api/deleted-uploads', {
      query: { page, page_size: size, ...(find && { conditions: JSON.stringify({ keyword: find }) }) },
    }),
  )
  type Deleted = (typeof list.items)[number]
  const selection = useSelection<Deleted>(list, ({ id }) => id)
  const purgeDates = new Map(list.items.map((file) => [file.id, file.purge_at]))
  const restoreFiles = async (ids: string[]) => {
    try {
      await restore(ids)
      selection.clear()
      toast({ text: t('restored', { count: ids.length }) })
      await invalidate(...filesCalls)
    } catch (failure) {
      toastError(failure)
    }
  }
  const purge = async () => {
    try {
      for (const { id } of purging ?? []) await call('DELETE /api/uploads/:id', { params: { id }, query: { purge: true, force: true } })
      selection.clear()
    } catch (failure) {
      toastError(failure)
    } finally {
      setPurging(undefined)
      await invalidate(...filesCalls)
    }
  }
  const columns = useFileColumns({
    changed: { head: t('goneOn'), text: ({ id }) => date(purgeDates.get(id) ?? '') },
    menu: (file) => (
      <Menu
        align="end"
        trigger={{ kind: 'icon', props: { label: t('actionsOf', { name: file.name }), icon: Ellipsis, size: 'sm', iconSize: 16 } }}
        groups={[
          { items: [{ label: t('restore'), icon: Undo2, onSelect: () => void restoreFiles([file.id]) }] },
          { items: [{ label: t('deleteForGood'), icon: Trash2, danger: true, onSelect: () => setPurging([file]) }] },
        ]}
      />
    ),
  })
  const nothing = <Empty title={t(list.find ? 'nothingFits' : 'nothingDeleted')} />
  return (
    <div className="min-w-0 flex-1 space-y-3 p-6 pt-4 pb-20 max-tablet:p-4">
      <p className="text-small text-text-2">{t('deletedText')}</p>
      <TableScreen<Deleted>
        name="deleted-files"
        caption={t('deleted')}
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        heading={<PageTitle title={t('deleted')} className="flex-1 font-title text-title font-bold" />}
        search={t('findFile')}
        selection={{
          of: selection,
          label: ({ name }) => t('pick', { name }),
          actions: [
            { label: t('restore'), icon: Undo2, run: () => void restoreFiles(selection.rows.map(({ id }) => id)) },
            { label: t('deleteForGood'), icon: Trash2, run: () => setPurging(selection.rows) },
          ],
        }}
        failedTitle={t('listFailed')}
        empty={nothing}
        nothingFits={nothing}
      />
      <Confirm
        open={purging !== undefined}
        danger
        title={purging?.length === 1 ? t('purgeAsk', { name: purging[0]?.name ?? '' }) : t('purgeSomeAsk', { count: purging?.length ?? 0 })}
        description={t('deleteText')}
        confirmLabel={t('deleteForGood')}
        cancelLabel={t('keep')}
        onConfirm={purge}
        onClose={() => setPurging(undefined)}
      />
    </div>
  )
}
