/** A request that a guide shows; a test asks every one of them. */
export interface GuideExample {
  /** `{now}` stands for the time of the service. */
  readonly path: string
  readonly needsKey?: boolean
  readonly method?: 'GET' | 'POST'
  readonly body?: string
  /** What it answers, if not 200. */
  readonly status?: number
}

/** Words are prose with `code`, **strong** and `- ` lists. */
export interface GuideSection {
  readonly title?: string
  readonly text: string
  readonly rows?: { readonly titles: readonly string[]; readonly rows: readonly string[][] }
  readonly example?: GuideExample
  readonly after?: string
}

export interface Guide {
  /** Its address below `/docs`. */
  readonly id: string
  readonly title: string
  readonly summary: string
  readonly sections: readonly GuideSection[]
}
