// Content of a text document, for the page and the worker alike.

/** A picture of the document; the HTML names it by its index in `data-picture`. */
export type DocumentPicture = { type: string; bytes: ArrayBuffer }
export type OfficeDocument = { html: string; pictures: DocumentPicture[] }

/** Of ids in the HTML, so that they are never those of the page. */
export const idPrefix = 'office-'
