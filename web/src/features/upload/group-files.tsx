// Files of a sharing group.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronRight, Download, Ellipsis, Share2, X } from 'lucide-react'
import { Link, useSearchParams } from 'react-router-dom'
import { type Answer, call } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { paths } from '../../paths.ts'
import { problemText } from '../../parts/errors/problem-text.ts'
import { invalidate, query } from '../../queries.ts'
import { useMe } from '../../session.ts'
import { buttonLook } from '../../ui/button.tsx'
import { dateTime } from '../../ui/format.ts'
import { Menu } from '../../ui/menu.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { Empty, SkeletonRows } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { useViewer } from '../../viewer/use-viewer.tsx'
import { FileState } from '../../parts/files/file-state.tsx'
import { FilesTable } from '../../parts/files/files-table.tsx'
import { canView, downloadHref } from '../../parts/files/files-view.tsx'
import { ReadFailed } from '../../parts/errors/read-failed.tsx'

type Group = Answer<'GET /api/resource-groups/:id'>
const reads = ['GET /api/resource-groups/:id/files', 'GET /api/resource-groups/:id', 'GET /api/resource-groups'] as const

/** Folders can be opened; instead of its uses, each file shows who shared it and when. */
export function GroupFiles({ group, manages }: { group: Group; manages: boolean }) {
  const t = useTexts('upload')
  const me = useMe()
  const [params, setParams] = useSearchParams()
  const [page, keyword, folder] = [Math.max(1, Number(params.get('page')) || 1), params.get('q') ?? '', params.get('folder') ?? undefined]
  const setFilters = (values: Record<string, string | undefined>) =>
    setParams(Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1]))))
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
      const shareAgain = () =>
        void call('POST /api/resource-groups/:id/files', { params: { id: group.id }, body: { upload_ids: [upload] } }).then(() =>
          invalidate(...reads),
        )
      const isMine = data?.items.find((share) => share.upload.id === upload)?.upload.created_by_id === me.id
      toast({ text: t('unshared', { name }), ...(isMine && { undo: shareAgain }) })
      await invalidate(...reads)
    } catch (failure) {
      toast({ text: problemText(failure), error: true })
    }
  }
  const viewer = useViewer()
  const shares = new Map(data?.items.map((share) => [share.upload.id, share]))
  return (
    <>
      {viewer.window}
      <div className="flex flex-wrap items-center gap-2.5">
        <nav aria-label={t('path')} className="flex min-w-0 flex-1 flex-wrap items-center gap-1.5 text-body">
          {folder && data && (
            <>
              <button type="button" className="min-h-6 text-accent-text hover:underline" onClick={() => setFilters({})}>
                {t('files')}
              </button>
              {data.path.map((ancestor) => (
                <span key={ancestor.id} className="flex items-center gap-1.5">
                  <ChevronRight aria-hidden size={14} className="text-text-3" />
                  <button type="button" className="min-h-6 hover:underline" onClick={() => setFilters({ folder: ancestor.id })}>
                    {ancestor.name}
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
          onSearch={(q) => setFilters({ q, folder })}
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
        <ReadFailed title={t('listFailed')} error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
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
          files={data.items.map((share) => share.upload)}
          onOpen={(file) =>
            file.is_folder ? setFilters({ folder: file.id }) : viewer.open(data.items.map((share) => share.upload).filter(canView), file.id)
          }
          canOpen={(file) => file.is_folder || canView(file)}
          state={(file) => <FileState file={file} />}
          changed={{
            head: t('sharedBy'),
            cell: (file) => `${shares.get(file.id)?.shared_by.name ?? ''} · ${dateTime(shares.get(file.id)?.shared_at ?? '')}`,
          }}
          menu={(file) => {
            const isMine = file.created_by_id === me.id
            const items = [
              ...(file.is_folder
                ? []
                : [
                    {
                      label: t('download'),
                      icon: Download,
                      href: downloadHref(file),
                      off: file.allow_download || isMine ? undefined : t('notForDownload'),
                      action: 'upload.download' as const,
                    },
                  ]),
              ...(!folder && (isMine || manages)
                ? [{ label: t('unshare'), icon: X, onSelect: () => void unshare(file.id, file.name) }]
                : []),
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
          onChange={(nextPage) => setFilters({ q: keyword, folder, page: String(nextPage) })}
        />
      )}
    </>
  )
}
