"""In which order do hits reach a reader? Relevance × multiplier × class weight, and nothing else."""
