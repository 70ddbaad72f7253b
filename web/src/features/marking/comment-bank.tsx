// My comment bank: kept comments to put into a marking, the most used first; what is written now can be kept.
import { holding } from '@lyceum/kit/text/folded'
import { useQuery } from '@tanstack/react-query'
import { BookmarkPlus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { problemText } from '../../parts/base/errors/problem-text.ts'
import { invalidate, query } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { SearchInput } from '../../ui/fields/search-input.tsx'
import { toast } from '../../ui/dialogs/toast.tsx'

export const bankQuery = (course: string) => ({
  ...query('GET /api/marking/comments', { query: { course_id: course } }),
  staleTime: 5 * 60_000,
})

export function CommentBank({
  course,
  text,
  onPick,
}: {
  course: string
  /** The present text. */
  text: string
  onPick: (text: string) => void
}) {
  const t = useTexts('marking')
  const { data } = useQuery(bankQuery(course))
  const [find, setFind] = useState('')
  const items = (data?.items ?? []).filter((item) => holding(find)(item.text))
  const known = data?.items.some((item) => item.text === text.trim())
  const act = (work: () => Promise<unknown>) =>
    work().then(
      () => invalidate('GET /api/marking/comments'),
      (error: unknown) => toast({ text: problemText(error), error: true }),
    )
  return (
    <div className="flex max-h-[360px] flex-col gap-2 p-3">
      {(data?.items.length ?? 0) > 6 && <SearchInput label={t('findComment')} value={find} onSearch={setFind} />}
      {data && items.length === 0 && <p className="text-small text-text-2">{t('bankEmpty')}</p>}
      <ul className="min-h-0 flex-1 space-y-0.5 overflow-y-auto">
        {items.map((item) => (
          <li key={item.id} className="flex items-start gap-1">
            <button
              type="button"
              onClick={() => {
                onPick(item.text)
                void act(() => call('PUT /api/marking/comments/:id', { params: { id: item.id }, body: { used: item.used + 1 } }))
              }}
              className="min-h-8 min-w-0 flex-1 rounded-control px-2 py-1 text-left text-body wrap-break-word hover:bg-hover"
            >
              {item.text}
            </button>
            <IconButton
              size="sm"
              iconSize={15}
              label={t('dropComment', { text: item.text.slice(0, 40) })}
              icon={Trash2}
              onClick={() =>
                void act(async () => {
                  await call('DELETE /api/marking/comments/:id', { params: { id: item.id } })
                  toast({
                    text: t('commentDropped'),
                    undo: () =>
                      void act(() => call('POST /api/marking/comments', { body: { text: item.text, course_id: item.course_id } })),
                  })
                })
              }
            />
          </li>
        ))}
      </ul>
      {text.trim() !== '' && !known && (
        <Button
          size="sm"
          icon={BookmarkPlus}
          onClick={() =>
            void act(() => call('POST /api/marking/comments', { body: { text: text.trim().slice(0, 4000), course_id: null } }))
          }
        >
          {t('keepInBank')}
        </Button>
      )}
    </div>
  )
}
