// List of my files deleted within 30 days, to restore or to delete for good.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Ellipsis, Trash2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { call } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { PageTitle } from '../../parts/page/page-title.tsx'
import { problemText } from '../../parts/errors/problem-text.ts'
import { invalidate, query } from '../../queries.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { date } from '../../ui/format.ts'
import { Menu } from '../../ui/menu.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { Empty, SkeletonRows } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { type FileItem, filesCalls, restore } from '../../parts/files/files-query.ts'
import { FilesTable } from '../../parts/files/files-table.tsx'
import { SelectionBar } from '../../parts/files/selection-bar.tsx'
import { ReadFailed } from '../../parts/errors/read-failed.tsx'

const toastError = (error: unknown) => toast({ text: problemText(error), error: true })

/** Restoring needs no confirmation, deleting for good does. */
export function DeletedView() {
  const t = useTexts('upload')
  const [params, setParams] = useSearchParams()
  const [page, keyword] = [Math.max(1, Number(params.get('page')) || 1), params.get('q') ?? '']
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set())
  const [purging, setPurging] = useState<readonly FileItem[]>()
  const setParam = (name: string, value: string) => {
    setSelectedIds(new Set())
    setParams(
      (current) => {
        const next = new URLSearchParams(current)
        if (name !== 'page') next.delete('page')
        if (value) next.set(name, value)
        else next.delete(name)
        return next
      },
      { replace: true },
    )
  }
  const { data, error, errorUpdatedAt, refetch, isPlaceholderData } = useQuery({
    ...query('GET /api/deleted-uploads', { query: { page, page_size: 20, ...(keyword && { conditions: JSON.stringify({ keyword }) }) } }),
    placeholderData: keepPreviousData,
  })
  const files: readonly FileItem[] = data?.items ?? []
  const purgeDates = new Map(data?.items.map((file) => [file.id, file.purge_at]))
  const restoreFiles = async (ids: string[]) => {
    try {
      await restore(ids)
      setSelectedIds(new Set())
      toast({ text: t('restored', { count: ids.length }) })
      await invalidate(...filesCalls)
    } catch (failure) {
      toastError(failure)
    }
  }
  const purge = async () => {
    try {
      for (const { id } of purging ?? []) await call('DELETE /api/uploads/:id', { params: { id }, query: { purge: true, force: true } })
      setSelectedIds(new Set())
    } catch (failure) {
      toastError(failure)
    } finally {
      setPurging(undefined)
      await invalidate(...filesCalls)
    }
  }
  const selectedFiles = files.filter(({ id }) => selectedIds.has(id))
  return (
    <div className="min-w-0 flex-1 space-y-3 p-6 pt-4 pb-20 max-tablet:p-4">
      <div className="flex flex-wrap items-center gap-2.5">
        <PageTitle title={t('deleted')} className="flex-1 font-title text-title font-bold" />
        <SearchInput
          label={t('findFile')}
          value={keyword}
          busy={isPlaceholderData}
          onSearch={(text) => setParam('q', text)}
          className="w-[190px] max-tablet:w-full"
        />
      </div>
      <p className="text-small text-text-2">{t('deletedText')}</p>
      {error && !data ? (
        <ReadFailed title={t('listFailed')} error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows rows={4} />
      ) : files.length === 0 ? (
        <Empty title={t(keyword ? 'nothingFits' : 'nothingDeleted')} />
      ) : (
        <FilesTable
          caption={t('deleted')}
          files={files}
          picked={selectedIds}
          onPick={setSelectedIds}
          onOpen={() => {}}
          canOpen={() => false}
          state={() => null}
          changed={{ head: t('goneOn'), cell: ({ id }) => date(purgeDates.get(id) ?? '') }}
          menu={(file) => (
            <Menu
              align="end"
              trigger={{ kind: 'icon', props: { label: t('actionsOf', { name: file.name }), icon: Ellipsis, size: 'sm', iconSize: 16 } }}
              groups={[
                { items: [{ label: t('restore'), icon: Undo2, onSelect: () => void restoreFiles([file.id]) }] },
                { items: [{ label: t('deleteForGood'), icon: Trash2, danger: true, onSelect: () => setPurging([file]) }] },
              ]}
            />
          )}
        />
      )}
      {data && data.pages > 1 && (
        <Pagination
          page={data.page}
          pages={data.pages}
          pageSize={20}
          total={data.total}
          onChange={(nextPage) => setParam('page', nextPage > 1 ? String(nextPage) : '')}
        />
      )}
      {selectedFiles.length > 0 && (
        <SelectionBar
          count={selectedFiles.length}
          onClear={() => setSelectedIds(new Set())}
          acts={[
            { label: t('restore'), icon: Undo2, run: () => void restoreFiles(selectedFiles.map(({ id }) => id)) },
            { label: t('deleteForGood'), icon: Trash2, run: () => setPurging(selectedFiles) },
          ]}
        />
      )}
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
