import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { currentLocale } from '../i18n.ts'
import { type Cue, preferred, readVtt } from './captions.ts'

export type CaptionFile = { language: string; url: string }
const kept = { language: 'lyceum.captions', shown: 'lyceum.captions-shown' }
const remember = (name: string, value: string) => {
  try {
    localStorage.setItem(name, value)
  } catch {
    // private windows keep nothing
  }
}
const remembered = (name: string) => {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

/** A language as the reader calls it: "Chinese (China)", 中文（中国）. */
export function languageName(tag: string): string {
  try {
    return new Intl.DisplayNames([currentLocale()], { type: 'language' }).of(tag) ?? tag
  } catch {
    return tag
  }
}

export type Captions = ReturnType<typeof useCaptions>

/** The captions of a recording: languages, the one that is read, its cues, and whether they are shown over the picture. `id` names the recording. */
export function useCaptions(id: string, files: readonly CaptionFile[]) {
  const [chosen, choose] = useState(() => remembered(kept.language))
  const [shown, show] = useState(() => remembered(kept.shown) === 'true')
  const language = preferred(
    files.map((one) => one.language),
    chosen,
    currentLocale(),
  )
  const file = files.find((one) => one.language === language)
  const {
    data: cues,
    error,
    errorUpdatedAt,
    refetch,
  } = useQuery<Cue[]>({
    queryKey: ['captions', id, language],
    enabled: file !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
    queryFn: async ({ signal }) => {
      const answer = await fetch(file!.url, { signal })
      if (!answer.ok) throw new Error(`captions ${answer.status}`)
      return readVtt(await answer.text())
    },
  })
  return {
    languages: files.map((one) => one.language),
    language,
    cues: cues ?? [],
    loaded: cues !== undefined,
    failed: error !== null && cues === undefined,
    failedAt: errorUpdatedAt,
    reload: () => void refetch(),
    shown: shown && file !== undefined,
    show: (to: boolean) => {
      show(to)
      remember(kept.shown, String(to))
    },
    choose: (to: string) => {
      choose(to)
      remember(kept.language, to)
    },
  }
}
