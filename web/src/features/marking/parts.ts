// The parts of a work that are shown and marked one at a time: its text and its files.
import type { View } from '../../viewer/stage.ts'
import type { WorkFile } from './queries.ts'

/** `at`: a file that is known by its address alone. */
export type Part =
  | { text: string; pictures?: readonly WorkFile[] }
  | { file: WorkFile }
  | { at: string; kind: 'image' | 'pdf'; name: string }
/** The parts of a version: its text, if there is one, and its files. */
export const partsOf = (version: { text: string; files: readonly WorkFile[] } | undefined): Part[] => [
  ...(version?.text ? [{ text: version.text, pictures: version.files.filter(({ in_text }) => in_text) }] : []),
  // a file that stands in the text is shown there
  ...(version?.files ?? []).filter(({ in_text }) => !in_text).map((file) => ({ file })),
]

/** The fields of a file that is known by its address alone, for the viewer's stages. */
export const viewAt = (address: string, kind: 'image' | 'pdf', name: string): View =>
  ({
    id: '',
    name,
    kind,
    size: 0,
    download: false,
    grant: '',
    urls: { file: address, preview: null, hls: null },
    captions: [],
    chapters: [],
    preview: null,
    drawn: null,
  }) as unknown as View
