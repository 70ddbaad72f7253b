// Paragraphs of one version, with their pictures.
import { useMemo } from 'react'
import { RichText } from '../../../ui/text/rich-text.tsx'
import { pictureSources } from '../rich-text/picture-sources.ts'

export function VersionText({ html }: { html: string }) {
  const files = useMemo(() => pictureSources(html), [html])
  return <RichText html={html} files={files} size="body" />
}
