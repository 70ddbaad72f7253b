import DOMPurify from 'dompurify'
import { useMemo } from 'react'
import { useTexts } from '../../i18n.ts'
import type { Activity } from './activity-page.tsx'
import { useReadMark } from './read-mark.ts'

/** A written page. Its HTML was cleaned when it was stored, and is cleaned again here. */
export default function PageView({ activity }: { activity: Activity }) {
  const t = useTexts('activity')
  useReadMark(activity)
  const html = useMemo(
    () => DOMPurify.sanitize(activity.body, { FORBID_TAGS: ['style', 'form', 'input', 'button'], FORBID_ATTR: ['style', 'id', 'name'] }),
    [activity.body],
  )
  if (!html.trim()) return <p className="text-text-3">{t('emptyPage')}</p>
  return (
    <article
      className="surface-card max-w-[calc(var(--measure)+64px)] px-8 py-6 text-read [&>:first-child]:mt-0 max-tablet:mt-4 max-tablet:px-4 [&_a]:text-accent-text [&_a]:underline [&_blockquote]:border-l-2 [&_blockquote]:border-line-strong [&_blockquote]:pl-4 [&_h2]:mt-6 [&_h2]:font-title [&_h2]:text-title [&_h2]:font-bold [&_h3]:mt-4 [&_h3]:font-semibold [&_img]:max-w-full [&_li]:my-1 [&_ol]:list-decimal [&_ol]:pl-6 [&_p]:my-3 [&_pre]:overflow-x-auto [&_pre]:rounded-control [&_pre]:bg-sunken [&_pre]:p-3 [&_pre]:font-mono [&_pre]:text-small [&_table]:block [&_table]:overflow-x-auto [&_td]:border [&_td]:border-line [&_td]:px-2 [&_th]:border [&_th]:border-line [&_th]:px-2 [&_ul]:list-disc [&_ul]:pl-6"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by an allow-list on both sides
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
