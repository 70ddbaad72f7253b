import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronRight, Download, Ellipsis, Share2, X } from 'lucide-react'
import { Link, useSearchParams } from 'react-router-dom'
import { type Answer, CallFailed, call } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { paths } from '../../paths.ts'
import { problemText } from '../../parts/errors/problem-text.ts'
import { outdate, query } from '../../queries.ts'
import { useMe } from '../../session.ts'
import { buttonLook } from '../../ui/button.tsx'
import { dateTime, timeWithSeconds } from '../../ui/format.ts'
import { Menu } from '../../ui/menu.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { Empty, Failed, SkeletonRows } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { useViewer } from '../../viewer/use-viewer.tsx'
import { FileState } from '../../parts/files/file-state.tsx'
import { FilesTable } from '../../parts/files/files-table.tsx'
import { canView, downloadOf } from '../../parts/files/files-view.tsx'

type Group = Answer<'GET /api/resource-groups/:id'>
const reads = ['GET /api/resource-groups/:id/files', 'GET /api/resource-groups/:id', 'GET /api/resource-groups'] as const

/** What is shared into a group; folders open. Whose it is takes the place of where it is used. */
export function GroupFiles({ group, manages }: { group: Group; manages: boolean }) {
  const t = useTexts('upload')
  const me = useMe()
  const [params, setParams] = useSearchParams()
  const [page, keyword, folder] = [Math.max(1, Number(params.get('page')) || 1), params.get('q') ?? '', params.get('folder') ?? undefined]
  const set = (values: Record<string, string | undefined>) =>
    setParams(Object.fromEntries(Object.entries(values).filter((one): one is [string, string] => Boolean(one[1]))))
  const { data, error, errorUpdatedAt, refetch, isPlaceholderData } = useQuery({
    ...query('GET /api/resource-groups/:id/files', {
      params: { id: group.id },
      query: { page, page_size: 20, ...(folder && { parent_id: folder }), ...(keyword && { conditions: JSON.stringify({ keyword }) }) },
    }),
    placeholderData: keepPreviousData,
  })
  const unshare = async (upload: string, name: string) => {
    try {
      await call('DELETE /api/resource-groups/:id/files/:upload_id', { params: { id: group.id, upload_id: upload } })
      const again = () =>
        void call('POST /api/resource-groups/:id/files', { params: { id: group.id }, body: { upload_ids: [upload] } }).then(() =>
          outdate(...reads),
        )
      const mine = data?.items.find((one) => one.upload.id === upload)?.upload.created_by_id === me.id
      toast({ text: t('unshared', { name }), ...(mine && { undo: again }) })
      await outdate(...reads)
    } catch (failure) {
      toast({ text: problemText(failure), error: true })
    }
  }
  const viewer = useViewer()
  const shares = new Map(data?.items.map((one) => [one.upload.id, one]))
  return (
    <>
      {viewer.window}
      <div className="flex flex-wrap items-center gap-2.5">
        <nav aria-label={t('path')} className="flex min-w-0 flex-1 flex-wrap items-center gap-1.5 text-body">
          {folder && data && (
            <>
              <button type="button" className="min-h-6 text-accent-text hover:underline" onClick={() => set({})}>
                {t('files')}
              </button>
              {data.path.map((one) => (
                <span key={one.id} className="flex items-center gap-1.5">
                  <ChevronRight aria-hidden size={14} className="text-text-3" />
                  <button type="button" className="min-h-6 hover:underline" onClick={() => set({ folder: one.id })}>
                    {one.name}
                  </button>
                </span>
              ))}
            </>
          )}
        </nav>
        <SearchInput
          label={t('findFile')}
          value={keyword}
          busy={isPlaceholderData}
          onSearch={(q) => set({ q, folder })}
          className="w-[190px] max-tablet:w-full"
        />
        {group.role && (
          <Link to={paths.resources()} className={buttonLook('primary')}>
            <Share2 aria-hidden size={16} strokeWidth={1.75} />
            {t('shareMine')}
          </Link>
        )}
      </div>
      {error && !data ? (
        <Failed
          title={t('listFailed')}
          code={error instanceof CallFailed ? error.status || undefined : undefined}
          at={timeWithSeconds(errorUpdatedAt)}
          onRetry={() => void refetch()}
        />
      ) : !data ? (
        <SkeletonRows rows={4} />
      ) : data.total === 0 ? (
        <Empty
          title={t(keyword ? 'nothingFits' : folder ? 'emptyFolder' : 'nothingShared')}
          {...(!keyword && !folder && { text: t('nothingSharedText') })}
        />
      ) : (
        <FilesTable
          caption={group.name}
          files={data.items.map((one) => one.upload)}
          onOpen={(file) =>
            file.is_folder ? set({ folder: file.id }) : viewer.open(data.items.map((one) => one.upload).filter(canView), file.id)
          }
          canOpen={(file) => file.is_folder || canView(file)}
          state={(file) => <FileState file={file} />}
          changed={{
            head: t('sharedBy'),
            cell: (file) => `${shares.get(file.id)?.shared_by.name ?? ''} · ${dateTime(shares.get(file.id)?.shared_at ?? '')}`,
          }}
          menu={(file) => {
            const mine = file.created_by_id === me.id
            const items = [
              ...(file.is_folder
                ? []
                : [
                    {
                      label: t('download'),
                      icon: Download,
                      href: downloadOf(file),
                      off: file.allow_download || mine ? undefined : t('notForDownload'),
                      action: 'upload.download' as const,
                    },
                  ]),
              ...(!folder && (mine || manages) ? [{ label: t('unshare'), icon: X, onSelect: () => void unshare(file.id, file.name) }] : []),
            ]
            return items.length ? (
              <Menu
                align="end"
                trigger={{ kind: 'icon', props: { label: t('actionsOf', { name: file.name }), icon: Ellipsis, size: 'sm', iconSize: 16 } }}
                groups={[{ items }]}
              />
            ) : null
          }}
        />
      )}
      {data && data.pages > 1 && (
        <Pagination
          page={data.page}
          pages={data.pages}
          pageSize={20}
          total={data.total}
          onChange={(to) => set({ q: keyword, folder, page: String(to) })}
        />
      )}
    </>
  )
}
