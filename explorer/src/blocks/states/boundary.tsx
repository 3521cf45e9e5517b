import { Component, type ReactNode } from 'react'

/** A block that breaks says so; the page around it stays. */
export class Boundary extends Component<{ children: ReactNode }, { message: string | null }> {
  override state: { message: string | null } = { message: null }

  static getDerivedStateFromError(error: unknown): { message: string } {
    return { message: error instanceof Error ? error.message : String(error) }
  }

  override render(): ReactNode {
    if (this.state.message === null) return this.props.children
    return (
      <div className="refusal" role="alert">
        <p>
          <b>This block failed.</b> {this.state.message}
        </p>
        <button type="button" className="action" onClick={() => this.setState({ message: null })}>
          Draw it again
        </button>
      </div>
    )
  }
}
