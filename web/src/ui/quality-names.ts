// The names of a film's qualities as people know them from elsewhere. Playlists and calls have the labels of the specification.

/** By the label of a rendition, the best first. */
export const qualityNames = { HD: '720p', VGA: '480p', QVGA: '240p' } as const
export const qualityLabels = Object.keys(qualityNames) as (keyof typeof qualityNames)[]
