import { Component, type ReactNode } from 'react'
import { Button } from '../controls/button.tsx'

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
        <Button onClick={() => this.setState({ message: null })}>Try again</Button>
      </div>
    )
  }
}
