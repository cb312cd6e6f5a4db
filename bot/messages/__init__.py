"""How answers look in Discord, and how they get there: Components V2, pictures, buttons that outlive a restart."""
