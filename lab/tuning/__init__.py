"""Where the figures of the planning managers come from: measured in matches (`make tune`)."""
